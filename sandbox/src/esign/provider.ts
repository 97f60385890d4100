import type { EsignConfig } from '../config.ts'
import type { CallbackCourier } from './callbacks.ts'
import type { TestPki } from './pki.ts'
import type { DocumentStore } from './store.ts'

/** Everything a verb of the provider works with. */
export type Provider = {
  config: EsignConfig
  store: DocumentStore
  pki: TestPki
  courier: CallbackCourier
  now: () => Date
  /** Address under which browsers reach the provider, without a slash at the end. */
  publicUrl: () => string
}
