import { type Endpoint, unattendedHeader } from '@pematang/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Cookies } from './cookies.ts'
import type { Noise } from './noise.ts'
import type { StaffCaller } from './requests.ts'

/** The cookie of a session of the console, which no script reads. */
export const staffCookie = 'staff_session'

/**
 * Authenticates the cookie of a session of the console; null if it is not live. An `unattended` call was made by a timer
 * and does not extend the session.
 */
export type StaffAuthenticator = (token: string, how: { unattended: boolean }) => Promise<StaffCaller | null>

type Gate = { authenticate: StaffAuthenticator; cookies: Cookies; noise: Noise }
type StaffEndpoint = Extract<Endpoint, { auth: 'staff' }>

/** @throws Refusal STAFF_SESSION_ENDED, or STAFF_RIGHT_MISSING without the right that the call declares */
export async function authenticateStaff(
  endpoint: StaffEndpoint,
  request: FastifyRequest,
  { authenticate, cookies, noise }: Gate,
): Promise<StaffCaller> {
  const token = cookies.get(staffCookie)
  const unattended = endpoint.polling === true || request.headers[unattendedHeader.toLowerCase()] === '1'
  const staff = token ? await authenticate(token, { unattended }) : null
  if (!staff) {
    noise.countNobody(request)
    throw new Refusal('STAFF_SESSION_ENDED')
  }
  request.staffId = staff.staffId
  if (endpoint.right !== 'ANY' && !staff.rights.includes(endpoint.right))
    throw new Refusal('STAFF_RIGHT_MISSING')
  return staff
}
