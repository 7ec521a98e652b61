type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** The fields that were given. */
export function definedOf<T extends object>(fields: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
}
