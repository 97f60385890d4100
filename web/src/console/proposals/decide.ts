import { type Answer, call } from '../api/call.ts'
import { signWithPasskey } from '../../ui/passkey.ts'

export type DecisionResult = Answer<'POST /approvals/decide'>['results'][number]

/** What a person decides on: a proposal, with the hash of the input that they have read. */
export type Decision = { number: number; hash: string }

/**
 * Decides proposals with one signature of a passkey, each by itself.
 * @param reason why they are refused; left out where they are agreed to
 * @throws ApiError or PasskeyError where none was decided
 */
export async function decide(
  verdict: 'AGREE' | 'REFUSE',
  decisions: Decision[],
  reason?: string,
): Promise<DecisionResult[]> {
  const options = await call('POST /approvals/challenge', { body: { verdict, decisions } })
  const assertion = await signWithPasskey(options)
  const body = { verdict, decisions, assertion, ...(reason !== undefined && { reason }) }
  const { results } = await call('POST /approvals/decide', { body })
  return results
}

/** The result of a decision in a sentence. */
export function resultText({ number, state, missing, message }: DecisionResult): string {
  if (state === 'DONE') return `Usulan ${number} disetujui dan sudah dilakukan.`
  if (state === 'AGREED') return `Usulan ${number} Anda setujui; masih perlu ${missing} orang lagi.`
  if (state === 'REFUSED') return `Usulan ${number} ditolak.`
  return `Usulan ${number} tidak diputuskan. ${message ?? ''}`.trim()
}
