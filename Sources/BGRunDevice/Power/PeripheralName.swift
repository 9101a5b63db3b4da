// Batteries that are no part of the machine and don't say so: known by the names their drivers give them.

/// Old kernels and some drivers leave `scope` out. A mouse that discharges would then stop every job, and a
/// stylus that says `online` would start them, so such supplies are told by name.
enum PeripheralName {
    /// How the names begin, with the driver that makes them.
    static let beginnings = [
        "hid-",  // hid-input: every HID device with a battery strength; styluses of touch screens among them
        "hidpp_battery_",  // hid-logitech-hidpp
        "wacom_",  // wacom: `wacom_battery_N`, and `wacom_ac_N`, which calls itself Mains
        "sony_controller_battery_",  // hid-sony
        "ps-controller-battery-",  // hid-playstation
        "nintendo_switch_controller_battery_",  // hid-nintendo
        "wiimote_battery_",  // hid-wiimote
        "steam-controller-",  // hid-steam
        "thunderstrike",  // hid-nvidia-shield
        "xpadneo_",  // hid-xpadneo
        "gip",  // xone, the Xbox dongle's driver
        "xbox_",  // xpad and its forks
        "corsair-void-",  // hid-corsair-void
        "steelseries_headset_battery_",  // hid-steelseries
        "apple_mfi_fastcharge_",  // an iPhone that this machine charges
        "PCHG",  // cros_peripheral_charger: a stylus on its pad
    ]

    static func matches(_ name: String) -> Bool { beginnings.contains { name.hasPrefix($0) } }
}
