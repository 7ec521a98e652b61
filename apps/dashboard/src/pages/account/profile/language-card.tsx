import { type ReactNode, useState } from 'react'
import { api, executed } from '../../../api/client.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'

type Language = keyof typeof LANGUAGES

const BROWSER = ''
const CHOICES: readonly (Language | typeof BROWSER)[] = [BROWSER, ...Object.keys(LANGUAGES).filter(isLanguage)]

/** The language of the pages and emails. The document of another language has other scripts, so the page loads anew. */
export function LanguageCard({ language }: { readonly language: Language | null }): ReactNode {
  const [chosen, setChosen] = useState<Language | typeof BROWSER>(language ?? BROWSER)
  const [problem, setProblem] = useState<unknown>()
  const choose = (next: Language | typeof BROWSER) => {
    setChosen(next)
    setProblem(undefined)
    const saving = executed(api.PATCH('/api/v1/account', { body: { language: next === BROWSER ? null : next } }))
    saving.then(
      () => location.reload(),
      (error: unknown) => {
        setChosen(language ?? BROWSER)
        setProblem(error)
      },
    )
  }
  return (
    <Card description={t('profile.language_hint')} title={t('profile.language')}>
      {problem !== undefined && <ErrorNotice error={problem} />}
      <SelectField
        label={t('profile.language')}
        labelHidden
        onChange={choose}
        options={CHOICES.map((value) => ({
          value,
          label: value === BROWSER ? t('profile.language_browser') : LANGUAGES[value],
        }))}
        value={chosen}
      />
    </Card>
  )
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text)
}
