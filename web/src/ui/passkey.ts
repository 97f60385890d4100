import type { AssertionOptions, CreationOptions } from '@pematang/contract/webauthn'

/** The browser's side of passkeys, loaded when it is needed. */
const library = () => import('@simplewebauthn/browser')

/**
 * Lets a passkey sign what the server offers; the device asks who it is.
 * @throws Error with an Indonesian sentence where that was cancelled or is not possible
 */
export async function signWithPasskey(optionsJSON: AssertionOptions) {
  const { startAuthentication } = await library()
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON,
  }).catch(refuse)
  return { id, rawId, type, response }
}

/**
 * Makes a passkey.
 * @throws Error with an Indonesian sentence where that was cancelled or is not possible
 */
export async function makePasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await library()
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch(refuse)
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** What went wrong between the browser and the authenticator, in words. */
export class PasskeyError extends Error {}

const sentences: Record<string, string> = {
  NotAllowedError: 'Permintaan passkey dibatalkan atau lewat waktu. Coba lagi.',
  AbortError: 'Permintaan passkey dibatalkan. Coba lagi.',
  InvalidStateError: 'Perangkat ini sudah menyimpan passkey Anda. Gunakan perangkat atau kunci lain.',
  SecurityError: 'Passkey tidak dapat dipakai di alamat ini.',
  NotSupportedError: 'Perangkat ini tidak mendukung passkey.',
}

function refuse(thrown: unknown): never {
  const name = thrown instanceof Error ? thrown.name : ''
  throw new PasskeyError(
    sentences[name] ?? 'Perangkat ini tidak dapat memakai passkey. Gunakan perangkat atau browser lain.',
  )
}
