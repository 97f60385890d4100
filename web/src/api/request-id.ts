import { serverNow } from './server-time.ts'

/** An id that says when it was made (uuid v7), by which staff find the request in a long trail. */
export function requestId(): string {
  const time = serverNow().toString(16).padStart(12, '0')
  const random = crypto.randomUUID?.().slice(15) ?? `${Math.random()}`
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
}
