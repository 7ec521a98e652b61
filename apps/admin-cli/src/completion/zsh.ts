import { type CompletionNode, spaced } from './tree.ts'

export function zshCompletion(nodes: readonly CompletionNode[]): string {
  return `#compdef footfall
# Completion of footfall for zsh.
_footfall() {
  local place="" before="\${words[CURRENT-1]}" i
  for ((i = 2; i < CURRENT; i++)); do
    case "$place \${words[i]}" in
${nodes
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      ${quoted(spaced(path))}) place=${quoted(spaced(path))} ;;`)
  .join('\n')}
    esac
  done
  local -a found
  case "$place $before" in
${nodes.flatMap(optionValues).join('\n')}
  esac
  case "$place" in
${nodes.map(place).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_footfall" ]; then _footfall "$@"; else compdef _footfall footfall ./footfall; fi
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** In the format of `_describe`: a colon separates the word from its description. */
function described(word: string, description: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${description}`)
}

function optionValues({ path, options }: CompletionNode): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flag, values }) => {
      const reply = values.length === 0 ? '' : ` compadd -- ${values.map(quoted).join(' ')};`
      return `    ${quoted(`${spaced(path)} ${flag}`)})${reply} return ;;`
    })
}

function place({ path, commands, options, values, takesFile }: CompletionNode): string {
  const words = [
    ...commands.map(({ name, description }) => described(name, description)),
    ...values.map(quoted),
    ...options.map(({ flag, description }) => described(flag, description)),
  ]
  const files = takesFile ? '; _files' : ''
  return `    ${quoted(spaced(path))}) found=(${words.join(' ')}); _describe footfall found${files} ;;`
}
