import { type ReactNode, useId } from 'react'
import type { Scope } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { ALL_SCOPES, SCOPE_GROUPS, SCOPE_LABELS, STATISTICS_SCOPES } from '../scope-labels.ts'

interface ScopeChoiceProps {
  readonly value: readonly Scope[]
  /** Scopes that need all products. */
  readonly unavailable: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
  readonly error?: string | undefined
}

/** The scopes of a token. None is preselected. */
export function ScopeChoice({ value, unavailable, onChange, error }: ScopeChoiceProps): ReactNode {
  const id = useId()
  const toggle = (scope: Scope, on: boolean) => onChange(on ? [...value, scope] : value.filter((s) => s !== scope))
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`} className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold text-sm">{t('common.permissions')}</legend>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onChange(STATISTICS_SCOPES)} size="small">
          {t('tokens.scopes_statistics')}
        </Button>
        <Button onClick={() => onChange(ALL_SCOPES)} size="small">
          {t('tokens.scopes_all')}
        </Button>
        {value.length > 0 && (
          <Button kind="quiet" onClick={() => onChange([])} size="small">
            {t('common.clear')}
          </Button>
        )}
      </div>
      {error !== undefined && (
        <p className="text-danger text-sm" id={`${id}-error`}>
          {error}
        </p>
      )}
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {SCOPE_GROUPS.map(({ title, scopes }) => (
          <fieldset className="grid min-w-0 content-start gap-2" key={title}>
            <legend className="mb-1.5 text-muted text-sm">{title}</legend>
            {scopes.map((scope) => (
              <CheckboxField
                checked={value.includes(scope)}
                disabled={unavailable.includes(scope)}
                hint={unavailable.includes(scope) ? t('scopes.needs_all_products') : <code>{scope}</code>}
                key={scope}
                label={SCOPE_LABELS[scope]}
                onChange={(on) => toggle(scope, on)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
