/** Cuts text to a length without leaving half a surrogate pair, which the engine would refuse. */
export function clip(text: string, max: number): string {
  return (text.length > max ? text.slice(0, max) : text).toWellFormed()
}
