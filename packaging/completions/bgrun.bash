
__bgrun_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__bgrun_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__bgrun_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__bgrun_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_bgrun() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local subcommand="${unparsed_words[0]}"
    case "${subcommand}" in
    add) subcommand=submit ;;
    ls|list|show|info|ps) subcommand=status ;;
    log) subcommand=logs ;;
    start) subcommand=run ;;
    kill) subcommand=stop ;;
    resume) subcommand=unpause ;;
    rm|remove|delete) subcommand=cancel ;;
    esac
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    submit|new|import|adopt|release|edit|lint|rehearse|status|why|cat|next|forecast|conditions|events|logs|history|stats|timeline|report|metrics|run|stop|wait|pause|unpause|enable|disable|snooze|cancel|permit|forbid|applications|hold|job|doctor|simulate|help)
        # Offer subcommand argument completions
        "_bgrun_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'submit new import adopt release edit lint rehearse status why cat next forecast conditions events logs history stats timeline report metrics run stop wait pause unpause enable disable snooze cancel permit forbid applications hold job doctor simulate help' -- "${cur}"))
        ;;
    esac
}

_bgrun_submit() {
    repeating_flags=()
    non_repeating_flags=(--external-power --network --unmetered --nightly --now-or-fail --print --dry-run --wait --quiet -q --json --no-pager --user --exact --version -h --help)
    repeating_options=(--env --key)
    non_repeating_options=(--identifier --title --idle --battery --in --at --every --cron --calendar --zone --budget --grace --if-exists --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--identifier')
        return
        ;;
    '--title')
        return
        ;;
    '--idle')
        return
        ;;
    '--battery')
        return
        ;;
    '--env')
        return
        ;;
    '--in')
        return
        ;;
    '--at')
        return
        ;;
    '--every')
        return
        ;;
    '--cron')
        return
        ;;
    '--calendar')
        return
        ;;
    '--zone')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion submit -- --zone "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--budget')
        return
        ;;
    '--grace')
        return
        ;;
    '--key')
        return
        ;;
    '--if-exists')
        __bgrun_add_completions -W 'replace'$'\n''keep'$'\n''fail'
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -f
        return
        ;;
    esac
}

_bgrun_new() {
    repeating_flags=()
    non_repeating_flags=(--submit --init --no-check --json --no-pager --user --exact --version -h --help)
    repeating_options=(--path --exclude)
    non_repeating_options=(--repository --password-file --keep --identifier --if-exists --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--path')
        __bgrun_add_completions -f
        return
        ;;
    '--repository')
        __bgrun_add_completions -f
        return
        ;;
    '--password-file')
        __bgrun_add_completions -f
        return
        ;;
    '--keep')
        return
        ;;
    '--exclude')
        return
        ;;
    '--identifier')
        return
        ;;
    '--if-exists')
        __bgrun_add_completions -W 'replace'$'\n''keep'$'\n''fail'
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W 'restic'$'\n''borg'$'\n''rsync'$'\n''command'
        return
        ;;
    esac
}

_bgrun_import() {
    repeating_flags=()
    non_repeating_flags=(--user-column --kept --install --force --partly --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W 'crontab'$'\n''anacrontab'$'\n''systemd'$'\n''launchd'
        return
        ;;
    *)
        __bgrun_add_completions -f
        return
        ;;
    esac
}

_bgrun_adopt() {
    repeating_flags=()
    non_repeating_flags=(--print --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion adopt -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_release() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion release -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_edit() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion edit -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_lint() {
    repeating_flags=()
    non_repeating_flags=(--strict --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -f
        return
        ;;
    esac
}

_bgrun_rehearse() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=(--assume)
    non_repeating_options=(--days --scenario --takes --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--scenario')
        __bgrun_add_completions -f
        return
        ;;
    '--takes')
        return
        ;;
    '--assume')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -f
        return
        ;;
    esac
}

_bgrun_status() {
    repeating_flags=()
    non_repeating_flags=(--failed --running --waiting --due --all --watch -w --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion status -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion status -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_why() {
    repeating_flags=()
    non_repeating_flags=(--history --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--days --at --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--at')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion why -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_cat() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion cat -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_next() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--every --cron --calendar -n --count --zone --from --days --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--every')
        return
        ;;
    '--cron')
        return
        ;;
    '--calendar')
        return
        ;;
    '-n'|'--count')
        return
        ;;
    '--zone')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion next -- --zone "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--from')
        return
        ;;
    '--days')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion next -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_forecast() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion forecast -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_conditions() {
    repeating_flags=()
    non_repeating_flags=(--watch -w --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_events() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion events -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion events -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_logs() {
    repeating_flags=()
    non_repeating_flags=(--follow -f --failed -t --timestamps --plain --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --run -n --lines --since --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion logs -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--run')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion logs -- --run "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '-n'|'--lines')
        return
        ;;
    '--since')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion logs -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_history() {
    repeating_flags=()
    non_repeating_flags=(--failed --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --since --until -n --limit --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion history -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--since')
        return
        ;;
    '--until')
        return
        ;;
    '-n'|'--limit')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion history -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_stats() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--since --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--since')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion stats -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_timeline() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --days --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion timeline -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--days')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion timeline -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_report() {
    repeating_flags=()
    non_repeating_flags=(--open --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--html --days --tag --socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--html')
        return
        ;;
    '--days')
        return
        ;;
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion report -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_metrics() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion metrics -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_run() {
    repeating_flags=()
    non_repeating_flags=(--force --when-possible --wait --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion run -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion run -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_stop() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion stop -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion stop -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_wait() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion wait -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_pause() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --for --until --note --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion pause -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--for')
        return
        ;;
    '--until')
        return
        ;;
    '--note')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion pause -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_unpause() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion unpause -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion unpause -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_enable() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion enable -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion enable -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_disable() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion disable -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion disable -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_snooze() {
    repeating_flags=()
    non_repeating_flags=(--all --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --for --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion snooze -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--for')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion snooze -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_cancel() {
    repeating_flags=()
    non_repeating_flags=(--all --purge --next --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--tag --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--tag')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion cancel -- --tag "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion cancel -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_permit() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=(--task)
    non_repeating_options=(--info-plist --title --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--task')
        return
        ;;
    '--info-plist')
        __bgrun_add_completions -f
        return
        ;;
    '--title')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_forbid() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_applications() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_hold() {
    repeating_flags=()
    non_repeating_flags=(--user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--why --limit --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--why')
        return
        ;;
    '--limit')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_job() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __bgrun_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    time-left|reason|progress|alive|defer|extend)
        # Offer subcommand argument completions
        "_bgrun_job_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'time-left reason progress alive defer extend' -- "${cur}"))
        ;;
    esac
}

_bgrun_job_time-left() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_job_reason() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_job_progress() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_job_alive() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_job_defer() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--for --socket --owner)
    __bgrun_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--for')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_job_extend() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac
}

_bgrun_doctor() {
    repeating_flags=()
    non_repeating_flags=(--report --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--sysfs-root --policy --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--sysfs-root')
        return
        ;;
    '--policy')
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W 'power'$'\n''network'$'\n''service'
        return
        ;;
    esac
}

_bgrun_simulate() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __bgrun_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    launch|expire|stop|condition)
        # Offer subcommand argument completions
        "_bgrun_simulate_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'launch expire stop condition' -- "${cur}"))
        ;;
    esac
}

_bgrun_simulate_launch() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion simulate launch -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_simulate_expire() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion simulate expire -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_simulate_stop() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--reason --socket --owner)
    __bgrun_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--reason')
        __bgrun_add_completions -W 'timeBudget'$'\n''unresponsive'$'\n''requirementLost:externalPower'$'\n''requirementLost:batteryLevel'$'\n''requirementLost:charging'$'\n''requirementLost:network'$'\n''requirementLost:unmetered'$'\n''requirementLost:interface'$'\n''requirementLost:transport'$'\n''requirementLost:ssid'$'\n''requirementLost:vpn'$'\n''requirementLost:online'$'\n''requirementLost:reachable'$'\n''requirementLost:idle'$'\n''requirementLost:locked'$'\n''requirementLost:load'$'\n''requirementLost:pressure'$'\n''requirementLost:freeSpace'$'\n''requirementLost:pathExists'$'\n''requirementLost:mounted'$'\n''requirementLost:device'$'\n''requirementLost:lid'$'\n''requirementLost:powerSaver'$'\n''requirementLost:temperature'$'\n''requirementLost:command'$'\n''allowedHours'$'\n''systemSleep'$'\n''shutdown'$'\n''preempted'$'\n''userRequest'$'\n''held'$'\n''replaced'$'\n''cancelled'$'\n''daemonRestart'
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion simulate stop -- positional@0 "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_bgrun_simulate_condition() {
    repeating_flags=()
    non_repeating_flags=(--end --json --no-pager --user --exact --version -h --help)
    repeating_options=()
    non_repeating_options=(--for --job --socket --owner)
    __bgrun_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--for')
        return
        ;;
    '--job')
        __bgrun_add_completions -W "$(__bgrun_custom_complete ---completion simulate condition -- --job "${COMP_CWORD}" "$(__bgrun_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        return
        ;;
    '--owner')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __bgrun_add_completions -W 'externalPower=on'$'\n''externalPower=off'$'\n''batteryLevel=on'$'\n''batteryLevel=off'$'\n''charging=on'$'\n''charging=off'$'\n''network=on'$'\n''network=off'$'\n''unmetered=on'$'\n''unmetered=off'$'\n''interface=on'$'\n''interface=off'$'\n''transport=on'$'\n''transport=off'$'\n''ssid=on'$'\n''ssid=off'$'\n''vpn=on'$'\n''vpn=off'$'\n''online=on'$'\n''online=off'$'\n''reachable=on'$'\n''reachable=off'$'\n''idle=on'$'\n''idle=off'$'\n''locked=on'$'\n''locked=off'$'\n''load=on'$'\n''load=off'$'\n''pressure=on'$'\n''pressure=off'$'\n''freeSpace=on'$'\n''freeSpace=off'$'\n''pathExists=on'$'\n''pathExists=off'$'\n''mounted=on'$'\n''mounted=off'$'\n''device=on'$'\n''device=off'$'\n''lid=on'$'\n''lid=off'$'\n''powerSaver=on'$'\n''powerSaver=off'$'\n''temperature=on'$'\n''temperature=off'$'\n''command=on'$'\n''command=off'
        return
        ;;
    esac
}

_bgrun_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    COMPREPLY+=($(compgen -W 'submit new import adopt release edit lint rehearse status why cat next forecast conditions events logs history stats timeline report metrics run stop wait pause unpause enable disable snooze cancel permit forbid applications hold job doctor simulate' -- "${cur}"))
}

complete -o filenames -F _bgrun bgrun
