import {
  type AccountReader,
  DEFAULT_LANGUAGE,
  type DeliverySubject,
  type Language,
  type ProductReader,
  type StoredRecipient,
} from '@footfall/core-domain'

interface Reading {
  readonly accounts: Pick<AccountReader, 'find' | 'findByEmail'>
  readonly products: Pick<ProductReader, 'findOwned'>
}

/** The language for readers who are not known: that of the account that owns what a message is about. */
export async function languageOfSubject({ accounts, products }: Reading, subject: DeliverySubject): Promise<Language> {
  const owner = subject.account ?? (await products.findOwned(subject.product))?.owner
  const account = owner === undefined ? undefined : await accounts.find(owner)
  return account?.language ?? DEFAULT_LANGUAGE
}

/** The language of a recipient: that of the account with the address, else that of the owner. */
export async function languageOfRecipient(
  store: Reading,
  recipient: StoredRecipient,
  subject: DeliverySubject,
): Promise<Language> {
  const reader = recipient.kind === 'email' ? await store.accounts.findByEmail(recipient.address) : undefined
  return reader === undefined ? languageOfSubject(store, subject) : (reader.language ?? DEFAULT_LANGUAGE)
}
