import { encode } from 'gpt-tokenizer/encoding/o200k_base'

/** How many tokens of o200k a text takes. What looks like a control token counts as plain text. */
export const tokensOf = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length
