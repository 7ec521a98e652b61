import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@footfall/accounts'
import { type Html, html } from './html.ts'
import type { Words } from './words.ts'

export const passwordHint = ({ say }: Words) =>
  say('common.password_hint', { least: PASSWORD_LENGTH_MIN, most: PASSWORD_LENGTH_MAX })

/** A whole page, with the layout of all server-rendered pages. */
export function layout({ language }: Pick<Words, 'language'>, title: string, main: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Footfall</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/pages.css">
</head>
<body>
<header class="brand"><img src="/assets/icon.svg" width="28" height="28" alt=""><span>Footfall</span></header>
<main class="card">
${main}
</main>
</body>
</html>
`.toString()
}

/** What is wrong with a form, announced by screen readers; its fields refer to it by id. */
export function problemBox(id: string, problem: Html | string | undefined): Html | undefined {
  return problem === undefined
    ? undefined
    : html`<div class="problem" id="${id}" role="alert"><p>${problem}</p></div>\n`
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'email' | 'password' | 'text'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string
  /** What is wrong with this field. */
  readonly problem?: string | undefined
  /** The id of a problem box. */
  readonly describedBy?: string | undefined
  /** At most one field of a page. */
  readonly autofocus?: boolean
}

export function field({ name, label, type, autocomplete, value, hint, problem, describedBy, autofocus }: Field): Html {
  const descriptions = [describedBy, problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ')
  const wrong = problem !== undefined || describedBy !== undefined
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${
    autofocus && html` autofocus`
  }${value !== undefined && html` value="${value}"`}${wrong && html` aria-invalid="true"`}${
    descriptions !== '' && html` aria-describedby="${descriptions}"`
  }>
${problem && html`<p class="field-problem" id="${name}-problem">${problem}</p>\n`}${
  hint && html`<p class="hint" id="${name}-hint">${hint}</p>\n`
}</div>
`
}

export function hidden(name: string, value: string | undefined): Html | undefined {
  return value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}">\n`
}
