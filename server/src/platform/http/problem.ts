import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../refusal.ts'

export const partnerPrefix = '/api/v1/partner'

/** Whether programs sent the request, to which a refusal is a problem (RFC 9457). */
export const isOfPartner = ({ url }: FastifyRequest): boolean => url.startsWith(`${partnerPrefix}/`)

/** What cannot be processed is 422 (RFC 9110, 15.5.21); the dashboard's own calls say 400. */
export const problemStatus = (status: number): number => (status === 400 ? 422 : status)

/** Answers with problem details (RFC 9457); `code` does not change, `detail` is Indonesian and may name an amount. */
export function sendProblem(refusal: Refusal, { id }: FastifyRequest, reply: FastifyReply) {
  const status = problemStatus(refusal.status)
  const { code, message: detail } = refusal
  return reply
    .status(status)
    .type('application/problem+json; charset=utf-8')
    .send({
      type: `urn:pematang:refusal:${code}`,
      title: STATUS_CODES[status],
      status,
      detail,
      code,
      requestId: id,
    })
}
