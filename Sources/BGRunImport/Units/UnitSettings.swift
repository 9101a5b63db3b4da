// What becomes of each setting of systemd's timers and services in a job: the one place where that stands. Keys of launchd are rows of
// the same table.

/// The effect of a setting on the job.
///
/// The names are those of systemd.timer(5), systemd.service(5), systemd.exec(5), systemd.kill(5), systemd.resource-control(5) and
/// systemd.unit(5), as systemd 252 has them, and of later versions those that were seen; and those of launchd.plist(5). A test compares them
/// with lists from the pages.
enum SettingFate: Equatable, Sendable {
    /// A reader says what becomes of it, by its value.
    case read
    /// It says nothing of what a job does: how units are shown and ordered, what is accounted.
    case idle
    /// It takes something away from what the commands may do; a job without it can do more.
    case confines
    case notKept(String, advice: String?)

    /// - Parameters:
    ///   - section: Such as `Service`.
    ///   - key: Such as `Nice`.
    /// - Returns: Nil of what is no setting.
    static func of(_ section: String, _ key: String) -> SettingFate? {
        rows.first { $0.section == section && $0.keys.contains(key) }?.fate
            ?? (section == "Unit" && isCondition(key) ? condition : nil)
    }

    /// `ConditionHost`, `AssertHost`: those that a requirement is made of are rows.
    static func isCondition(_ key: String) -> Bool { key.hasPrefix("Condition") || key.hasPrefix("Assert") }

    /// Whether a value asks for nothing: `no`; a zero is a number where the setting is no switch, and both may be names.
    static func isOff(_ key: String, _ value: String) -> Bool {
        !isCondition(key) && Unit.boolean(value) == false && !names.contains(key)
            && (value != "0" || !numbers.contains(key) && !key.hasPrefix("Limit"))
    }

    private static let names: Set = [
        "SupplementaryGroups", "SyslogIdentifier", "UtmpIdentifier", "LogNamespace", "PIDFile", "PAMName",
        "RuntimeDirectory", "StateDirectory", "CacheDirectory", "LogsDirectory", "ConfigurationDirectory",
        "SELinuxContext", "AppArmorProfile", "SmackProcessLabel", "LoadCredentialEncrypted", "RebootArgument",
        "JobTimeoutRebootArgument", "CapabilityBoundingSet", "RestrictFileSystems", "ExecReload",
    ]

    private static let numbers: Set = [
        "CPUAffinity", "NUMAMask", "AllowedCPUs", "StartupAllowedCPUs", "AllowedMemoryNodes",
        "StartupAllowedMemoryNodes", "FileDescriptorStoreMax", "CoredumpFilter", "CPUSchedulingPriority",
        "MemoryZSwapMax", "MemoryHigh", "RestartPreventExitStatus", "RestartForceExitStatus",
        "FailureActionExitStatus", "SuccessActionExitStatus", "LogLevelMax", "SyslogLevel", "SyslogFacility",
        "RuntimeDirectoryMode", "StateDirectoryMode", "CacheDirectoryMode", "LogsDirectoryMode",
        "ConfigurationDirectoryMode",
    ]

    private static let condition = SettingFate.notKept(
        "bgrun does not look at it", advice: "install the job only where it holds")

    static let idleReason = "what the job does is the same without it"
    static let offReason = "it asks for nothing that a job has not"
    /// Of one that a reader looks at only where another one has an effect.
    static let unreadReason = "it has no effect here, as it has none in systemd"

    static let passedOver = "systemd passes over such a value"

    static let startUnit = "have a job of root's start it before: systemctl start UNIT"
    static let stopUnit = "have a job of root's stop it before: systemctl stop UNIT"

    static let unknown = "there is no setting of that name among those that are known here"
    static let adviceOnUnknown = "systemd-analyze verify tells whether systemd knows it"

    // MARK: - The table

    struct Row: Sendable {
        let section: String
        let fate: SettingFate
        let keys: Set<String>
    }

    static let rows: [Row] = timer + unit + service + install + launchdRows

    static func row(_ section: String, _ fate: SettingFate, _ names: String) -> Row {
        Row(
            section: section, fate: fate, keys: Set(names.split { $0.isBlank || $0 == "\n" }.map(String.init))
        )
    }

    private static func no(_ reason: String, _ advice: String? = nil) -> SettingFate {
        .notKept(reason, advice: advice)
    }

    private static let reload = no("a run is not reloaded")

    /// Older units have these two kinds in `[Service]`.
    private static let startLimit = no(
        "how often it may be started is not counted; \"retry\" bounds what failures are tried again")
    private static let machineAction = no(
        "bgrun does nothing to the machine for how a run ends",
        "\"onFailure\" and \"onSuccess\" name a command, such as systemctl reboot")

    private static let install = [
        // Whether it is started at all is said by the job's being there.
        row("Install", .idle, "Alias WantedBy RequiredBy UpheldBy Also DefaultInstance")
    ]

    private static let timer = [
        row(
            "Timer", .read,
            """
            OnActiveSec OnBootSec OnStartupSec OnUnitActiveSec OnUnitInactiveSec OnCalendar AccuracySec RandomizedDelaySec
            FixedRandomDelay OnClockChange OnTimezoneChange Unit Persistent WakeSystem DeferReactivation
            """),
        // A job stays loaded.
        row("Timer", .idle, "RemainAfterElapse"),
        row("Timer", no("the delay is drawn anew for each run"), "RandomizedOffsetSec"),
    ]

    private static let unit = [
        row(
            "Unit", .read,
            """
            Description Wants Requires Requisite BindsTo PartOf Conflicts After Before RequiresMountsFor WantsMountsFor OnFailure
            OnSuccess
            ConditionACPower ConditionPathExists ConditionPathIsMountPoint ConditionPathIsDirectory ConditionPathIsReadWrite
            ConditionFileNotEmpty ConditionFileIsExecutable ConditionDirectoryNotEmpty
            AssertACPower AssertPathExists AssertPathIsMountPoint AssertPathIsDirectory AssertPathIsReadWrite
            AssertFileNotEmpty AssertFileIsExecutable AssertDirectoryNotEmpty
            """),
        row(
            "Unit", .idle,
            """
            Documentation SourcePath DefaultDependencies CollectMode StopWhenUnneeded IgnoreOnIsolate AllowIsolate
            SurviveFinalKillSignal RefuseManualStart RefuseManualStop
            """),
        row("Unit", reload, "PropagatesReloadTo ReloadPropagatedFrom PropagateReloadTo PropagateReloadFrom"),
        row(
            "Unit", no("a hook starts it as systemctl start does"),
            "OnFailureJobMode OnSuccessJobMode OnFailureIsolate"),
        row(
            "Unit", no("an occurrence waits for as long as it has to", "\"maxLateness\" gives it up"),
            "JobTimeoutSec JobRunningTimeoutSec"),
        row(
            "Unit",
            no("bgrun starts no other units for a job", startUnit), "Upholds"),
        row("Unit", no("stopping the other unit does not end the run"), "StopPropagatedFrom"),
        row(
            "Unit",
            no("bgrun stops no other units for a job", stopUnit), "PropagatesStopTo"),
        row("Unit", no("a run shares nothing with another unit"), "JoinsNamespaceOf"),
        row(
            "Unit",
            machineAction,
            """
            FailureAction SuccessAction FailureActionExitStatus SuccessActionExitStatus StartLimitAction JobTimeoutAction
            JobTimeoutRebootArgument RebootArgument
            """),
        row(
            "Unit",
            startLimit,
            "StartLimitIntervalSec StartLimitBurst StartLimitInterval"),
    ]

    private static let service = [
        row(
            "Service", .read,
            """
            Type ExecCondition ExecStartPre ExecStart ExecStartPost ExecStop ExecStopPost RestartSec RestartMaxDelaySec
            TimeoutStartSec TimeoutStopSec TimeoutSec RuntimeMaxSec WatchdogSec Restart SuccessExitStatus RemainAfterExit
            KillMode KillSignal SendSIGKILL FinalKillSignal WatchdogSignal
            User Group DynamicUser RootDirectory RootImage NoNewPrivileges UMask WorkingDirectory Environment EnvironmentFile
            StandardInput StandardOutput StandardError StandardInputText StandardInputData LoadCredential
            Nice CPUSchedulingPolicy IOSchedulingClass IOSchedulingPriority
            CPUWeight IOWeight TasksMax MemoryMax MemorySwapMax
            """),
        row(
            "Service", .idle,
            """
            RootDirectoryStartOnly MountAPIVFS RootImageOptions RootHash RootHashSignature RootVerity RootEphemeral
            CPUAccounting MemoryAccounting TasksAccounting IOAccounting IPAccounting StateDirectoryAccounting TimeoutCleanSec
            """),
        row("Service", reload, "ExecReload ExecReloadPost ReloadSignal"),
        row(
            "Service", no("a run is all of its processes, and each may say how it is"),
            "NotifyAccess GuessMainPID PIDFile BusName"),
        row(
            "Service", no("all that a run writes is kept as it is", "bgrun logs has it, by the job's name"),
            """
            LogLevelMax LogExtraFields LogRateLimitIntervalSec LogRateLimitBurst LogNamespace LogFilterPatterns
            SyslogIdentifier SyslogFacility SyslogLevel SyslogLevelPrefix
            """),
        row("Service", no("a run is no login"), "UtmpIdentifier UtmpMode"),
        row(
            "Service", no("a run that has to end gets its stop signal, and no other with it"),
            "RestartKillSignal SendSIGHUP"),
        row(
            "Service",
            no(
                "the run has not these rights",
                "bgrun adopt leaves the service to systemd, with all it may do"),
            "AmbientCapabilities PermissionsStartOnly"),
        row(
            "Service", .confines,
            """
            CapabilityBoundingSet SecureBits SELinuxContext AppArmorProfile SmackProcessLabel KeyringMode
            ProtectProc ProcSubset ProtectSystem ProtectHome ProtectHostname ProtectClock ProtectKernelTunables
            ProtectKernelModules ProtectKernelLogs ProtectControlGroups ReadWritePaths ReadOnlyPaths InaccessiblePaths
            ExecPaths NoExecPaths TemporaryFileSystem BindPaths BindReadOnlyPaths MountImages ExtensionImages
            ExtensionDirectories MountFlags PrivateTmp PrivateDevices PrivateNetwork PrivateIPC PrivateUsers PrivateMounts
            PrivatePIDs NetworkNamespacePath IPCNamespacePath RestrictAddressFamilies RestrictFileSystems RestrictNamespaces
            RestrictRealtime RestrictSUIDSGID RestrictNetworkInterfaces LockPersonality MemoryDenyWriteExecute RemoveIPC
            SystemCallFilter SystemCallErrorNumber SystemCallArchitectures SystemCallLog DeviceAllow DevicePolicy
            IPAddressAllow IPAddressDeny IPIngressFilterPath IPEgressFilterPath BPFProgram SocketBindAllow SocketBindDeny
            BindLogSockets NFTSet ReadWriteDirectories ReadOnlyDirectories InaccessibleDirectories
            """),
        row(
            "Service", no("bgrun sets no such limit", "have the command set it: ulimit"),
            """
            LimitCPU LimitFSIZE LimitDATA LimitSTACK LimitCORE LimitRSS LimitNOFILE LimitAS LimitNPROC LimitMEMLOCK LimitLOCKS
            LimitSIGPENDING LimitMSGQUEUE LimitNICE LimitRTPRIO LimitRTTIME
            """),
        row(
            "Service",
            no(
                "the directory is not made, and its variable not set",
                "make it once, for the user of the job: install -d -o USER DIRECTORY; what is below /run, systemd-tmpfiles makes at each boot"
            ),
            """
            RuntimeDirectory StateDirectory CacheDirectory LogsDirectory ConfigurationDirectory RuntimeDirectoryMode
            StateDirectoryMode CacheDirectoryMode LogsDirectoryMode ConfigurationDirectoryMode RuntimeDirectoryPreserve
            """),
        row(
            "Service",
            no("a run ends with its main process; processes that it leaves behind are told to end"),
            "ExitType"),
        row(
            "Service", no("a run that has to end has its signal, and is killed after its grace period"),
            "TimeoutAbortSec TimeoutStartFailureMode TimeoutStopFailureMode"),
        row("Service", no("the time of a run has no chance in it"), "RuntimeRandomizedExtraSec"),
        row(
            "Service",
            startLimit,
            "StartLimitIntervalSec StartLimitInterval StartLimitBurst"),
        row(
            "Service",
            machineAction,
            "FailureAction SuccessAction StartLimitAction RebootArgument"),
        row(
            "Service", no("each failure is tried again alike"),
            "RestartPreventExitStatus RestartForceExitStatus RestartSteps RestartMode"),
        row(
            "Service", no("a run is handed no sockets and no descriptors"),
            "NonBlocking Sockets FileDescriptorStoreMax FileDescriptorStorePreserve OpenFile USBFunctionDescriptors USBFunctionStrings"
        ),
        row(
            "Service",
            no("what the kernel ends for want of memory is the run's own affair: its main process fails it"),
            "OOMPolicy"),
        row(
            "Service",
            no(
                "programs are looked for on the PATH of the job's owner", "name the program by its whole path"
            ), "ExecSearchPath"),
        row(
            "Service", no("a run has all groups of its user, and no more", "add the user to the group"),
            "SupplementaryGroups"),
        row("Service", no("no session of PAM is opened"), "PAMName"),
        row(
            "Service", no("a job has no file of that kind", "\"credentials\" names a file of its own"),
            "LoadCredentialEncrypted SetCredential SetCredentialEncrypted ImportCredential"),
        row(
            "Service", no("a run has what its job says alone", "\"environment\" sets a variable"),
            "PassEnvironment UnsetEnvironment"),
        row(
            "Service", no("a run has no terminal"),
            "TTYPath TTYReset TTYVHangup TTYRows TTYColumns TTYVTDisallocate"),
        row(
            "Service", no("a run is like any other program where memory is scarce"),
            """
            OOMScoreAdjust ManagedOOMSwap ManagedOOMMemoryPressure ManagedOOMMemoryPressureLimit ManagedOOMPreference
            ManagedOOMMemoryPressureDurationSec
            """),
        row(
            "Service", no("no signal is ignored in a run", "have the command ignore it: trap '' PIPE"),
            "IgnoreSIGPIPE"),
        row(
            "Service",
            no("the nice value says who goes first", "have the command set it: chrt, taskset, numactl"),
            "CPUSchedulingPriority CPUSchedulingResetOnFork CPUAffinity NUMAPolicy NUMAMask TimerSlackNSec"),
        row(
            "Service",
            no(
                "a job has shares of processor and disk, and bounds of memory and processes",
                "\"resources\" has cpuWeight, ioWeight, memoryMax, swapMax and tasksMax"),
            """
            StartupCPUWeight CPUQuota CPUQuotaPeriodSec AllowedCPUs StartupAllowedCPUs AllowedMemoryNodes
            StartupAllowedMemoryNodes MemoryMin MemoryLow MemoryHigh StartupIOWeight IODeviceWeight IOReadBandwidthMax
            IOWriteBandwidthMax IOReadIOPSMax IOWriteIOPSMax IODeviceLatencyTargetSec Slice Delegate DelegateSubgroup
            DisableControllers MemoryZSwapMax MemoryZSwapWriteback StartupMemoryLow StartupMemoryHigh StartupMemoryMax
            StartupMemorySwapMax StartupMemoryZSwapMax DefaultMemoryLow DefaultMemoryMin DefaultStartupMemoryLow CoredumpReceive
            MemoryPressureWatch MemoryPressureThresholdSec
            MemoryLimit CPUShares StartupCPUShares BlockIOWeight StartupBlockIOWeight BlockIODeviceWeight
            BlockIOReadBandwidth BlockIOWriteBandwidth
            """),
        row(
            "Service", no("a run has the machine's own", "have the command set it: setarch, prctl"),
            "Personality CoredumpFilter MemoryKSM"),
    ]
}
