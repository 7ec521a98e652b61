/** What only people do, and the page of the dashboard on which they do it. */
interface OfPeople {
  /** What tools of the toolset `content` create and change, or read; only people delete it. */
  readonly content?: string
  /** Words of a tool's name that mean it. */
  readonly words: RegExp
  readonly what: string
  /** Below the address of the service; `{product}` stands for a product. */
  readonly page: string
}

const OF_PEOPLE: readonly OfPeople[] = [
  { words: /approv|decline/, what: 'A change that waits is approved or declined', page: '/account/approvals' },
  {
    words:
      /tokens?_(update|edit|change|rename|replace|rotate|shrink|delete|policy)|(update|edit|replace|rotate)_\w*token|trust/,
    what: 'Account tokens are changed and replaced',
    page: '/account/tokens',
  },
  {
    content: 'Alerts',
    words: /alert|notif/,
    what: 'Alerts are set up',
    page: '/products/{product}/settings/notifications',
  },
  { words: /share|shared|link|embed/, what: 'Shared links are made', page: '/products/{product}/settings/sharing' },
  { content: 'Segments', words: /segment/, what: 'Segments are saved', page: '/products/{product}' },
  { content: 'Annotations', words: /annotat/, what: 'Annotations are written', page: '/products/{product}' },
  {
    content: 'Reports',
    words: /report|digest|webhook|slack/,
    what: 'Reports are scheduled',
    page: '/products/{product}/settings/notifications',
  },
  {
    content: 'Script errors',
    words: /error|exception|stack_?trace/,
    what: 'Script errors are read',
    page: '/products/{product}/errors',
  },
  { words: /import/, what: 'History is imported', page: '/products/{product}/settings/import' },
  { words: /export|download/, what: 'Events are exported', page: '/products/{product}/settings/export' },
  {
    words: /connected_app|connections?_(list|end|revoke|delete|remove)|apps_authorized|consent/,
    what: 'Connected apps are ended',
    page: '/account/apps',
  },
  {
    words: /search_console|integrat|connect/,
    what: 'Connections to other services are made',
    page: '/products/{product}/settings/integrations',
  },
  {
    words: /visitor|erase|gdpr/,
    what: 'Visitors are exported and erased',
    page: '/products/{product}/settings/events',
  },
  { words: /audit|activity|undo|history/, what: 'Changes are listed', page: '/products/{product}/settings/activity' },
  {
    words: /products?_(delete|remove)|(delete|remove)_product/,
    what: 'A product is deleted',
    page: '/products/{product}/settings/delete',
  },
  {
    words: /apps?_(delete|remove)|(delete|remove)_app/,
    what: 'Apps are deleted',
    page: '/products/{product}/settings/apps',
  },
  {
    words:
      /(intake|ingest|payment)_keys?|keys?_(update|edit|change|rename|replace|rotate)|(update|edit|replace|rotate)_\w*key/,
    what: 'Keys that send data, and the networks of keys, are set up',
    page: '/products/{product}/settings/keys',
  },
  {
    words: /invit\w*_(resend|remind)|resend_invit/,
    what: 'Invitations are sent again',
    page: '/products/{product}/settings/team',
  },
  {
    words: /account_(update|edit|change|rename|delete|remove)|(update|edit|rename|delete)_account|language/,
    what: 'The account is changed and deleted',
    page: '/account/profile',
  },
  {
    words: /password|passkey|factor|sign_?in|recovery|session/,
    what: 'Sign-in is changed',
    page: '/account/security',
  },
]

/** The id of the product that a call means, as every tool understands it; undefined where it means none that the caller may see. */
type ProductMeant<Caller> = (caller: Caller, given: unknown) => Promise<string | undefined>

/**
 * Where a person does what a tool that does not exist is named after; undefined for other names. Pages have the ids of products, so
 * an address keeps `{product}` where it is not known which one the call means.
 */
export function handingOver<Caller>(baseUrl: string, productMeant: ProductMeant<Caller>) {
  return async (
    tool: string,
    given: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): Promise<string | undefined> => {
    const found = OF_PEOPLE.find(({ words }) => words.test(tool.toLowerCase()))
    if (found === undefined) return undefined
    const { page, what, content } = found
    const product = page.includes(PRODUCT) ? await productMeant(caller, given.product) : undefined
    const address = `${baseUrl}${page.replace(PRODUCT, product ?? PRODUCT)}`
    const isDeletion = content !== undefined && DELETES.test(tool.toLowerCase())
    const more = content === undefined || isDeletion ? '' : ` ${WITH_CONTENT}`
    return `${isDeletion ? `${content} are deleted` : what} by a person, on ${address}. Give the person this address.${more}`
  }
}

const PRODUCT = '{product}'
const DELETES = /delete|remove/

const WITH_CONTENT =
  'A connection whose address names toolset=content has tools to list script errors and journeys, and to create and change segments, annotations, alerts and reports.'

/** The same in one paragraph, for a model that has not called anything yet; `{service}` stands for the address of the service. */
export const HANDING_OVER =
  'Only people do these, in the dashboard: alerts, scheduled reports, shared links, imports, exports, connections to other services, the activity of members, data of single visitors and deleting a product (Settings of the product); segments and annotations (Overview); the messages of script errors (Errors); passwords, connected apps, changing or replacing tokens, and approvals (Account). Give the person the address of the page, below {service}: ' +
  '`/products/{product}/settings/…` with alerts, reports, sharing, import, export, integrations, activity, events or delete; `/products/{product}`; `/products/{product}/errors`; `/account/security`, `/account/apps`, `/account/tokens`, `/account/approvals`. There is no billing: no plans and no invoices.'

/** The same for a model that has the tools of `content`. */
export const HANDING_OVER_BESIDE_CONTENT =
  'Only people do these, in the dashboard: deleting segments, annotations, alerts and reports, and new recipients of these; shared links, imports, exports, connections to other services, the activity of members, data of single visitors and deleting a product (Settings of the product); passwords, connected apps, changing or replacing tokens, and approvals (Account). Give the person the address of the page, below {service}: ' +
  '`/products/{product}/settings/…` with alerts, reports, sharing, import, export, integrations, activity, events or delete; `/products/{product}`; `/account/security`, `/account/apps`, `/account/tokens`, `/account/approvals`. There is no billing: no plans and no invoices.'
