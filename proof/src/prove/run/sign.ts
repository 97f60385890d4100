import { callBack, failOnSigningPage, onSigningPage } from '../doors/provider.ts'
import type { Island } from './island.ts'
import { Breach, type Of, pins } from './operation.ts'

export async function sign(island: Island, operation: Of<'sign' | 'decline'>): Promise<void> {
  const asked = island.asked.get(operation.key)
  const id = asked?.made
  if (!asked || !id || island.books.fundings.get(id)?.state !== 'WAITING') return
  const { lender, loan } = asked
  const opened = await island.door(lender).openSigning(id)
  if (opened.status !== 200) throw new Breach('the signing page did not open', opened, operation)
  const url = String(opened.body['url'])
  if (operation.verb === 'decline') {
    await onSigningPage(island.scenario.system, { url, action: 'reject' })
    island.books.release(id, 'REJECTED')
  } else {
    if (operation.pin === 'fails') {
      await failOnSigningPage(url, pins.fails)
      return
    }
    const said = await onSigningPage(island.scenario.system, {
      url,
      action: 'sign',
      pin: pins[operation.pin],
    })
    // The provider may have signed and been killed before it answered.
    const isSigned = said.body['code'] === 'ALREADY_SIGNED' && (said.attempts ?? 1) > 1
    if (said.status >= 400 && said.status !== 410 && !isSigned)
      throw new Breach('the provider refused a signature', said, operation)
    island.books.settle(id)
  }
  island.scenario.acknowledge({ operation, funding: id })
  island.follow({ kind: 'funding', id, lender, loan, frees: operation.verb === 'decline' })
}

/**
 * Sends a callback that is forged or premature. It must change nothing, because the server asks the provider itself.
 */
export async function callBackEarly(island: Island, operation: Of<'call-back'>): Promise<void> {
  const { key, event, forged } = operation
  const funding = island.asked.get(key)?.made
  if (!funding) return
  const answer = await callBack(island.scenario.system, { funding, event, forged })
  const allowed = forged ? answer.status === 401 || answer.status === 403 : answer.status === 204
  if (!allowed) throw new Breach('a callback was taken or refused against the rules', answer, operation)
}
