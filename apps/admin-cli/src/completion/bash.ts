import { type CompletionNode, spaced } from './tree.ts'

/** For bash 3.2 and later, without the package bash-completion. */
export function bashCompletion(nodes: readonly CompletionNode[]): string {
  return `# Completion of footfall for bash.
_footfall() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
${nodes
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      "${spaced(path)}") path="${spaced(path)}" ;;`)
  .join('\n')}
    esac
  done
  COMPREPLY=()
  case "$path $before" in
${nodes.flatMap(optionValues).join('\n')}
  esac
  case "$path" in
${nodes.map(place).join('\n')}
  esac
}
complete -F _footfall footfall ./footfall
`
}

function optionValues({ path, options }: CompletionNode): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, values }) => {
      const reply = values.length === 0 ? '' : ` COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word"));`
      return `    "${spaced(path)} ${flag}")${reply} return ;;`
    })
}

function place({ path, commands, options, values, takesFile }: CompletionNode): string {
  const words = [...commands.map(({ name }) => name), ...values, ...options.map(({ flag }) => flag)].join(' ')
  const files = takesFile ? '; [[ $word == -* ]] || COMPREPLY+=($(compgen -f -- "$word"))' : ''
  return `    "${spaced(path)}") COMPREPLY=($(compgen -W "${words}" -- "$word"))${files} ;;`
}
