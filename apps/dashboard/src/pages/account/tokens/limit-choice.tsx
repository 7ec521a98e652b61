import type { ReactNode } from 'react'
import type { Toolset } from '../../../api/types.ts'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { ALL_TOOLSETS, APPROVAL_LABEL, PREVIEW_FIRST_LABEL, READ_ONLY_LABEL } from '../limit-labels.ts'
import type { TokenValues } from './token-values.ts'

/** Limits that are on or off, with their fields in a request. */
const SWITCHES = [
  { name: 'readOnly', path: 'read_only', label: READ_ONLY_LABEL, hint: t('limits.read_only_hint') },
  { name: 'previewFirst', path: 'preview_first', label: PREVIEW_FIRST_LABEL, hint: t('limits.preview_first_hint') },
  { name: 'approval', path: 'approval', label: APPROVAL_LABEL, hint: t('limits.approval_hint') },
] as const

/** The limits of a token that are not permissions. */
export function LimitChoice({ form }: { readonly form: FormState<TokenValues> }): ReactNode {
  const { toolsets } = form.values
  const toggle = (toolset: Toolset, on: boolean) =>
    form.set('toolsets', on ? [...toolsets, toolset] : toolsets.filter((chosen) => chosen !== toolset))
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold text-sm">{t('limits.title')}</legend>
      {SWITCHES.map(({ name, path, label, hint }) => (
        <CheckboxField
          checked={form.values[name]}
          error={form.error(path)}
          hint={hint}
          key={name}
          label={label}
          onChange={(on) => form.set(name, on)}
        />
      ))}
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1.5 text-muted text-sm">{t('limits.toolsets_hint')}</legend>
        {ALL_TOOLSETS.map((toolset) => (
          <CheckboxField
            checked={toolsets.includes(toolset)}
            key={toolset}
            label={t(`limits.toolset_${toolset}`)}
            onChange={(on) => toggle(toolset, on)}
          />
        ))}
        {form.error('toolsets') !== undefined && <p className="text-danger text-sm">{form.error('toolsets')}</p>}
      </fieldset>
    </fieldset>
  )
}
