/** A setting that cannot be used. The message is one line that names the variable. */
export class SettingsError extends Error {
  readonly variable: string
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`)
    this.name = 'SettingsError'
    this.variable = variable
  }
}
