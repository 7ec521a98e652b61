import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { TrackedEvents } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { sentence } from '../../../forms/sentence.ts'
import { t } from '../../../messages/messages.ts'
import { eventsQuery, type TrackedEvent } from '../../../product/tracked-events.ts'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { useFocusAfterChange } from '../use-focus-after-change.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { EventDialog } from './event-dialog.tsx'
import { EventList } from './event-list.tsx'
import { AUTOMATIC, describeEvents, toEventValues } from './event-values.ts'
import { seenEventsQuery } from './seen-events.ts'
import { SeenNames } from './seen-names.tsx'

const EVENTS_MAX = 500

/** State of the open dialog. */
interface Editing {
  /** Place of the edited event in the list; absent for a new one. */
  readonly at?: number
  readonly event?: TrackedEvent
}

export function EventsForm({ tracked }: { readonly tracked: TrackedEvents }): ReactNode {
  const product = useProduct()
  const { timezone } = usePreferences()
  const [editing, setEditing] = useState<Editing>()
  const { data: seen = [] } = useQuery(seenEventsQuery(product.id, timezone))
  const { form, warnings } = useSettingsForm({
    stored: tracked,
    query: eventsQuery(product.id),
    toValues: toEventValues,
    toBody: (values) => ({ events: [...values.events], auto_capture: values.autoCapture }),
    write: (body) => (options) =>
      api.PUT('/api/v1/products/{product}/events', { params: { path: { product: product.id } }, body, ...options }),
  })
  const { events, autoCapture } = form.values
  const add = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfterChange(events.length)
  const names = new Set(events.map(({ name }) => name))
  const unlisted = seen.filter((name) => !names.has(name))
  const put = (event: TrackedEvent) => {
    const at = editing?.at
    // The button of the suggested name is gone.
    if (at === undefined) focusAfter(() => add.current)
    form.set('events', at === undefined ? [...events, event] : events.with(at, event))
    setEditing(undefined)
  }
  const errorAt = (at: number) => {
    const wrong = form.problem?.errors.filter(({ path }) => `${path}.`.startsWith(`events.${at}.`)) ?? []
    return wrong.length === 0 ? undefined : wrong.map(({ path, message }) => errorText(path, message)).join(' ')
  }
  const isFull = events.length >= EVENTS_MAX
  return (
    <>
      <Form describe={describeEvents} form={form} stickyActions submitLabel={t('common.save')}>
        <Card
          actions={
            !isFull && (
              <Button icon="plus" onClick={() => setEditing({})} ref={add} size="small">
                {t('settings.events.add')}
              </Button>
            )
          }
          description={isFull ? t('settings.events.full', { max: EVENTS_MAX }) : undefined}
          flush
          title={t('settings.events.count', { count: events.length })}
        >
          <EventList
            actions={{
              edit: (event) => setEditing({ at: events.indexOf(event), event }),
              remove: (event) =>
                form.set(
                  'events',
                  events.filter((other) => other !== event),
                ),
            }}
            errorAt={errorAt}
            events={events}
          />
          {!isFull && (
            <SeenNames
              names={unlisted}
              onChoose={(name) => setEditing({ event: { name, kind: 'custom', goal: true, revenue: false } })}
            />
          )}
        </Card>
        <Card description={t('settings.events.automatic_hint')} title={t('settings.events.automatic')}>
          <fieldset className="grid gap-3">
            <legend className="sr-only">{t('settings.events.automatic')}</legend>
            {AUTOMATIC.map((what) => (
              <CheckboxField
                checked={autoCapture[what]}
                hint={t(`settings.events.auto_${what}_hint`)}
                key={what}
                label={t(`settings.events.auto_${what}`)}
                onChange={(on) => form.set('autoCapture', { ...autoCapture, [what]: on })}
              />
            ))}
          </fieldset>
        </Card>
      </Form>
      {editing && (
        <EventDialog
          onClose={() => setEditing(undefined)}
          onDone={put}
          suggestions={unlisted}
          others={events.filter((_, at) => at !== editing.at)}
          {...(editing.event && { event: editing.event })}
          isNew={editing.at === undefined}
        />
      )}
      {warnings}
    </>
  )
}

const FIELDS: Readonly<Record<string, string>> = {
  name: t('common.name'),
  label: t('settings.events.label_name'),
  path_pattern: t('settings.events.path'),
}

function errorText(path: string, message: string): string {
  const field = FIELDS[path.split('.')[2] ?? '']
  return field === undefined
    ? sentence(message)
    : t('settings.events.field_error', { field, message: sentence(message) })
}
