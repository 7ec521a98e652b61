import type { ReactNode } from 'react'
import type { Toolset } from '../../../api/types.ts'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { CheckboxField } from '../../../ui/field.tsx'
import { ALL_TOOLSETS, APPROVAL_LABEL, PREVIEW_FIRST_LABEL, READ_ONLY_LABEL } from '../limit-labels.ts'
import type { TokenValues } from './token-values.ts'

/** The limits of a token that are not permissions. */
export function LimitChoice({ form }: { readonly form: FormState<TokenValues> }): ReactNode {
  const { readOnly, previewFirst, approval, toolsets } = form.values
  const toggle = (toolset: Toolset, on: boolean) =>
    form.set('toolsets', on ? [...toolsets, toolset] : toolsets.filter((chosen) => chosen !== toolset))
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold text-sm">{t('limits.title')}</legend>
      <CheckboxField
        checked={readOnly}
        error={form.error('read_only')}
        hint={t('limits.read_only_hint')}
        label={READ_ONLY_LABEL}
        onChange={(on) => form.set('readOnly', on)}
      />
      <CheckboxField
        checked={previewFirst}
        error={form.error('preview_first')}
        hint={t('limits.preview_first_hint')}
        label={PREVIEW_FIRST_LABEL}
        onChange={(on) => form.set('previewFirst', on)}
      />
      <CheckboxField
        checked={approval}
        error={form.error('approval')}
        hint={t('limits.approval_hint')}
        label={APPROVAL_LABEL}
        onChange={(on) => form.set('approval', on)}
      />
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
