/** Lists that somebody else published are not where they are looked for. The message says what to put where. */
export class MissingLists extends Error {}
