import type { EsignConfig } from '../config.ts'
import type { CallbackCourier } from './callbacks.ts'
import type { TestPki } from './pki.ts'
import type { DocumentStore } from './store.ts'

/** The shared dependencies of the provider's functions. */
export type Provider = {
  config: EsignConfig
  store: DocumentStore
  pki: TestPki
  courier: CallbackCourier
  now: () => Date
  /** URL under which browsers reach the provider, without a trailing slash. */
  publicUrl: () => string
}
