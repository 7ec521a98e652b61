import { defineSettingsRead } from '../settings/define-settings-read.ts'

export const getEvents = defineSettingsRead('events', {
  name: 'service_events_get',
  title: 'Get tracked events',
  description:
    'Returns the events a product tracks, which of them are goals or carry revenue, and what the tracker captures by itself.',
})
