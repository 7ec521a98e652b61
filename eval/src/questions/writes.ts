import type { Place } from '../place/place.ts'
import { funnelOf, rowOf } from '../reader/parts.ts'
import type { Reading } from '../reader/reading.ts'
import { type Conversation, ONE_CHANGE, type Question } from './question.ts'

type Given = Readonly<Record<string, unknown>>

const YES = 'Yes, please do that.'
const SHOP = 'Harbour Cycles'
const NEW_ADDRESS = '198.51.100.7/32'
const changed = { changed: 'whether something was changed: true or false' }
let keys = 0

/** Previews, shows it to the person and does it when they have agreed. */
async function previewAndConfirm(conversation: Conversation, tool: string, given: Given): Promise<Reading> {
  const preview = await conversation.call(tool, given)
  if (preview.field('state') !== 'previewed' || preview.field('operation') !== tool) return preview
  // The person is shown what the preview says; its last line says how to confirm it.
  preview.field('summary')
  preview.field('warnings')
  const confirming = preview.line(
    'Nothing has changed yet. To confirm, call again with identical arguments and these: ',
  )
  if (!confirming.startsWith('confirm: true, idempotency_key: ')) return preview
  conversation.next()
  return conversation.call(tool, { ...given, confirm: true, idempotency_key: `evaluation-${++keys}` })
}

async function isExecuted(answer: Promise<Reading>, tool: string): Promise<boolean> {
  const said = await answer
  const isNew = said.field('state') === 'executed' && said.field('meta.idempotency.replayed') === 'false'
  return isNew && said.field('operation') === tool
}

interface Change {
  readonly name: string
  readonly asks: string
  readonly tool: string
  readonly given: Given
  /** Whether it is so, as the stores know it. */
  readonly isDone: (place: Place) => Promise<boolean>
}

const change = ({ name, asks, tool, given, isDone }: Change): Question => ({
  name,
  kind: 'write',
  says: [asks, YES],
  fields: changed,
  budget: ONE_CHANGE,
  changes: [tool],
  async reference(conversation) {
    return { changed: await isExecuted(previewAndConfirm(conversation, tool, given), tool) }
  },
  expected: async (place) => ({ changed: await isDone(place) }),
})

const nothing = (at: 0 | 1) => ({ budget: { calls: 1 + at, tokens: 800 }, fields: changed, changes: [] })

export const WRITES: readonly Question[] = [
  change({
    name: 'rename-a-product',
    asks: 'Rename “Side project (not installed yet)” to “Garden log”.',
    tool: 'service_products_update',
    given: { product: 'side-project.example', name: 'Garden log' },
    isDone: async ({ store, products }) => (await store.products.find(products.silent))?.name === 'Garden log',
  }),
  change({
    name: 'create-a-funnel',
    asks: 'Make a funnel “From bikes to contact” on Harbour Cycles: the page /bikes, then the event Contact, within an hour.',
    tool: 'service_funnels_create',
    given: {
      product: SHOP,
      name: 'From bikes to contact',
      steps: [
        { kind: 'page', match: '/bikes' },
        { kind: 'event', match: 'Contact' },
      ],
      window_minutes: 60,
    },
    isDone: async (place) =>
      (await funnelsOf(place, 'shop')).filter((name) => name === 'From bikes to contact').length === 1,
  }),
  change({
    name: 'invite-a-person',
    asks: 'Invite ana@example.com to Harbour Cycles. She only needs to look.',
    tool: 'service_team_invite',
    given: { product: SHOP, email: 'ana@example.com', role: 'viewer' },
    isDone: async (place) =>
      (await membersOf(place, 'shop')).some(({ email, role }) => email === 'ana@example.com' && role === 'viewer'),
  }),
  change({
    name: 'change-a-preference',
    asks: 'Weeks should start on Sunday on Harbour Cycles.',
    tool: 'service_preferences_update',
    given: { product: SHOP, week_starts_on: 'sunday' },
    isDone: async ({ store, products }) =>
      (await store.settings.get(products.shop, 'preferences')).week_starts_on === 'sunday',
  }),
  change({
    name: 'create-a-key',
    asks: 'Make a Website API key named CI for Harbour Cycles that reads statistics.',
    tool: 'service_keys_create',
    given: { product: SHOP, name: 'CI', kind: 'api', scopes: ['analytics:read'] },
    isDone: async ({ store, products }) => {
      const { rows } = await store.productKeys.list(products.shop, { limit: 50 })
      return rows.filter(({ name }) => name === 'CI').length === 1
    },
  }),
  {
    name: 'add-to-a-list-that-is-replaced',
    kind: 'write',
    says: ['Do not count visits from 198.51.100.7 on Lumen Notes any more.', YES],
    fields: changed,
    budget: { calls: 3, tokens: 900 },
    changes: ['service_shields_update'],
    async reference(conversation) {
      const said = await conversation.call('service_shields_get', { product: 'Lumen Notes' })
      const patterns = (name: string) => said.table(name).map((row) => ({ pattern: row.text('pattern') }))
      const addresses = said.table('addresses').map((row) => ({ cidr: row.text('cidr'), note: row.text('note') }))
      const given = {
        product: 'Lumen Notes',
        addresses: [...addresses, { cidr: NEW_ADDRESS }],
        countries: said.field('countries') === 'none' ? [] : null,
        paths: patterns('paths'),
        hostnames: { mode: said.field('hostnames.mode'), patterns: [] },
        referrers: patterns('referrers'),
        referrer_spam: said.field('referrer_spam') === 'true',
        data_centres: said.field('data_centres') === 'true',
        revision: Number(said.field('revision')),
      }
      return {
        changed: await isExecuted(
          previewAndConfirm(conversation, 'service_shields_update', given),
          'service_shields_update',
        ),
      }
    },
    async expected({ store, products }) {
      const { addresses, paths } = await store.settings.get(products.website, 'shields')
      const cidrs = addresses.map(({ cidr }) => cidr)
      return { changed: cidrs.join() === `203.0.113.0/24,${NEW_ADDRESS}` && paths.length === 1 }
    },
  },
  {
    name: 'remove-an-invitation',
    kind: 'write',
    says: ['Take back the invitation of luca@example.com to Lumen Notes.', YES],
    fields: changed,
    budget: { calls: 3, tokens: 900 },
    changes: ['service_team_remove'],
    async reference(conversation) {
      const members = (await conversation.call('service_team_list', { product: 'Lumen Notes' })).table()
      const given = { product: 'Lumen Notes', member: rowOf(members, 'email', 'luca@example.com').text('id') }
      return {
        changed: await isExecuted(previewAndConfirm(conversation, 'service_team_remove', given), 'service_team_remove'),
      }
    },
    async expected(place) {
      const members = await membersOf(place, 'website')
      return { changed: members.length === 4 && members.every(({ email }) => email !== 'luca@example.com') }
    },
  },
  {
    name: 'only-a-preview',
    kind: 'write',
    says: ['What would happen if the retention of Lumen Notes were 60 days? Change nothing.'],
    ...nothing(0),
    async reference({ call }) {
      const said = await call('service_preferences_update', { product: 'Lumen Notes', retention_days: 60 })
      return { changed: said.field('state') !== 'previewed' }
    },
    expected: async ({ store, products }) => ({
      changed: (await store.settings.get(products.website, 'preferences')).retention_days === 60,
    }),
  },
  {
    name: 'a-person-who-says-no',
    kind: 'write',
    says: ['Delete the funnel “Blog readers who sign up” of Lumen Notes.', 'No, keep it after all.'],
    ...nothing(1),
    async reference({ call, next }) {
      const listed = await call('service_funnels_list', { product: 'Lumen Notes', period: 'today' })
      const { id } = funnelOf(listed, 'Blog readers who sign up')
      const said = await call('service_funnels_delete', { product: 'Lumen Notes', funnel_id: id })
      next()
      return { changed: said.field('state') !== 'previewed' }
    },
    expected: async (place) => ({ changed: (await funnelsOf(place, 'website')).length !== 2 }),
  },
  {
    name: 'an-answer-that-was-lost',
    kind: 'write',
    says: [
      'Make a funnel “Readers who buy” on Lumen Docs & App: the page /quick-start, then the page /install.',
      YES,
      'I did not see an answer. Make sure that it was done, and only once.',
    ],
    fields: changed,
    budget: { calls: 3, tokens: 900 },
    changes: ['service_funnels_create'],
    async reference({ call, next }) {
      const steps = ['/quick-start', '/install'].map((match) => ({ kind: 'page', match }))
      const given = { product: 'Lumen Docs & App', name: 'Readers who buy', steps, window_minutes: 60 }
      const confirmed = { ...given, confirm: true, idempotency_key: 'evaluation-lost' }
      await call('service_funnels_create', given)
      next()
      await call('service_funnels_create', confirmed)
      next()
      const again = await call('service_funnels_create', confirmed)
      const isReplay = again.field('meta.idempotency.replayed') === 'true'
      return { changed: again.field('state') === 'executed' && isReplay }
    },
    async expected(place) {
      const made = (await funnelsOf(place, 'docs')).filter((name) => name === 'Readers who buy')
      return { changed: made.length === 1 }
    },
  },
]

async function funnelsOf({ store, products }: Place, product: 'website' | 'docs' | 'shop'): Promise<readonly string[]> {
  const { rows } = await store.funnels.list(products[product], { limit: 50 })
  return rows.map(({ name }) => name)
}

async function membersOf({ store, products }: Place, product: 'website' | 'shop') {
  return (await store.members.list(products[product], { limit: 50 })).rows
}
