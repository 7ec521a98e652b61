import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NameField } from '../../../forms/name-field.tsx'
import type { FormState } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { segmentsQuery } from '../../../statistics/segments.ts'
import { CheckboxField, RadioField } from '../../../ui/choice-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { SECTION_CHOICES, type ShareValues } from './share-values.ts'

interface ShareFieldsProps {
  readonly form: FormState<ShareValues>
  readonly product: string
  /** Whether the link has a password already. */
  readonly hasPassword: boolean
}

/** The fields of a shared link. */
export function ShareFields({ form, product, hasPassword }: ShareFieldsProps): ReactNode {
  return (
    <>
      <NameField form={form} hint={t('sharing.name_hint')} />
      <Sections form={form} />
      <SegmentField form={form} product={product} />
      <PasswordFields form={form} hasPassword={hasPassword} />
      <TextField
        hint={t('sharing.expires_hint')}
        label={t('sharing.expires')}
        onChange={(expires) => form.set('expires', expires)}
        type="datetime-local"
        value={form.values.expires}
        {...errorOf(form, 'expires_at')}
      />
      <TextAreaField
        hint={t('sharing.origins_hint')}
        label={t('sharing.origins')}
        onChange={(origins) => form.set('origins', origins)}
        placeholder="https://www.example.com"
        value={form.values.origins}
        {...errorOf(form, 'embed_origins', 0)}
      />
    </>
  )
}

type Shown = Pick<ShareFieldsProps, 'form'>

function Sections({ form }: Shown): ReactNode {
  const { sections, segment } = form.values
  const toggle = (section: (typeof sections)[number], on: boolean) =>
    form.set('sections', on ? [...sections, section] : sections.filter((other) => other !== section))
  const error = form.error('sections')
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-semibold text-sm">{t('sharing.sections')}</legend>
      {SECTION_CHOICES.map(({ value, label, obeysSegments }) => (
        <CheckboxField
          checked={sections.includes(value)}
          disabled={segment !== '' && !obeysSegments && !sections.includes(value)}
          hint={segment !== '' && !obeysSegments ? t('sharing.not_under_segment') : undefined}
          key={value}
          label={label}
          onChange={(on) => toggle(value, on)}
        />
      ))}
      {error !== undefined && <p className="text-danger text-sm">{error}</p>}
    </fieldset>
  )
}

function SegmentField({ form, product }: Omit<ShareFieldsProps, 'hasPassword'>): ReactNode {
  const { data = [] } = useQuery(segmentsQuery(product))
  const { segment } = form.values
  const known = data.map(({ id, name }) => ({ value: id, label: name }))
  const gone = segment !== '' && !known.some(({ value }) => value === segment)
  if (known.length === 0 && !gone) return null
  return (
    <SelectField
      hint={t('sharing.segment_hint')}
      label={t('sharing.segment')}
      onChange={(chosen) => form.set('segment', chosen)}
      options={[
        { value: '', label: t('sharing.no_segment') },
        ...known,
        ...(gone ? [{ value: segment, label: t('sharing.segment_gone') }] : []),
      ]}
      value={segment}
      {...errorOf(form, 'segment')}
    />
  )
}

function PasswordFields({ form, hasPassword }: Omit<ShareFieldsProps, 'product'>): ReactNode {
  const { passwordChoice } = form.values
  return (
    <>
      <RadioField
        label={t('share.password')}
        onChange={(choice) => form.set('passwordChoice', choice)}
        options={[
          { value: 'none' as const, label: t('sharing.password_none') },
          ...(hasPassword ? [{ value: 'keep' as const, label: t('sharing.password_keep') }] : []),
          { value: 'set' as const, label: t(hasPassword ? 'sharing.password_new' : 'sharing.password_set') },
        ]}
        value={passwordChoice}
      />
      {passwordChoice === 'set' && (
        <TextField
          autoComplete="new-password"
          hint={t('sharing.password_hint')}
          label={t('sharing.password_new')}
          type="password"
          {...form.field('password')}
        />
      )}
    </>
  )
}

/** The error of a field with another name in the API, or of its first line with one. */
function errorOf(form: FormState<ShareValues>, path: string, first?: number) {
  const nested = first === undefined ? [] : Array.from({ length: 20 }, (_, i) => `${path}.${i}`)
  const error = [path, ...nested].map((name) => form.error(name)).find((found) => found !== undefined)
  return error === undefined ? {} : { error }
}
