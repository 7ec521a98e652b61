import { type CompletionNode, spaced } from './tree.ts'

export function fishCompletion(nodes: readonly CompletionNode[]): string {
  return `# Completion of footfall for fish.
function __footfall_at
    set -l place
    for word in (commandline -opc)[2..]
        contains -- "$place $word" ${nodes
          .filter(({ path }) => path.length > 0)
          .map(({ path }) => quoted(spaced(path)))
          .join(' ')}; and set place "$place $word"
    end
    test "$place" = "$argv[1]"
end
complete -c footfall -f
${nodes.flatMap(place).join('\n')}
`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function place({ path, commands, options, values, takesFile }: CompletionNode): string[] {
  const here = `complete -c footfall -n ${quoted(`__footfall_at ${quoted(spaced(path))}`)}`
  return [
    ...commands.map(({ name, description }) => `${here} -a ${name} -d ${quoted(description)}`),
    ...values.map((value) => `${here} -a ${quoted(value)}`),
    ...options.map(({ flag, description, takesValue, values: choices }) => {
      const value = takesValue ? ' -x' : ''
      const choice = choices.length > 0 ? ` -a ${quoted(choices.join(' '))}` : ''
      return `${here} -l ${flag.slice(2)}${value}${choice} -d ${quoted(description)}`
    }),
    ...(takesFile ? [`${here} -F`] : []),
  ]
}
