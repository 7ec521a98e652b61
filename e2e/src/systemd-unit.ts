import { readFile } from 'node:fs/promises'

/** What a unit of systemd starts, and with which settings. */
export async function unitIn(file: string, at: (text: string) => string) {
  const lines = at(await readFile(file, 'utf8')).split('\n')
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1))
  const files = valuesOf('EnvironmentFile').map((path) => readFile(path.replace(/^-/, ''), 'utf8'))
  const settings = [
    ...valuesOf('Environment').flatMap((value) => value.split(' ')),
    ...(await Promise.all(files)).join('\n').split('\n'),
  ]
  const env = Object.fromEntries(
    settings
      .filter((setting) => setting.includes('='))
      .map((setting) => {
        const [name = '', ...value] = setting.split('=')
        return [name, value.join('=')]
      }),
  )
  return { execStart: valuesOf('ExecStart').join(), env }
}
