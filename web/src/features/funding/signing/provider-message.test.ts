import { expect, test } from 'vitest'
import { endsPage, readProviderMessage, type SigningHint } from './provider-message.ts'

const frame = {} as MessageEventSource
const from = { origin: 'https://esign.example', window: frame }
const message = (data: unknown, origin = from.origin, source: MessageEventSource | null = frame) => ({
  origin,
  source,
  data,
})

test.each([
  ['after-sign', 'signed'],
  ['after-action', 'acted'],
  ['after-review', 'reviewed'],
  ['after-lunch', null],
])('FND-05 the message %s of the signing provider is recognised as: %s', (event, hint) => {
  expect(readProviderMessage(message({ event, data: {} }), from)).toBe(hint)
})

test('FND-05 messages of another origin, another window or an unknown provider are ignored on the signing screen', () => {
  const signed = { event: 'after-sign' }
  expect(readProviderMessage(message(signed, 'https://evil.example'), from)).toBeNull()
  expect(readProviderMessage(message(signed, from.origin, {} as MessageEventSource), from)).toBeNull()
  expect(readProviderMessage(message(signed, from.origin, null), { ...from, window: null })).toBeNull()
  expect(readProviderMessage(message(signed, 'null'), { origin: null, window: frame })).toBeNull()
})

test.each([[null], ['after-sign'], [7], [undefined]])(
  'FND-05 the signing screen ignores the malformed provider message %j',
  (data) => {
    expect(readProviderMessage(message(data), from)).toBeNull()
  },
)

/** The index of the message that ends the page, or null. */
function endsAfter(hints: SigningHint[]): number | null {
  const index = hints.findIndex((hint, at) => endsPage(hint, hints[at - 1] ?? null))
  return index < 0 ? null : index
}

test.each<[string, SigningHint[], number | null]>([
  ['not after a review alone', ['reviewed', 'acted'], null],
  ['after a signature', ['signed', 'acted'], 0],
  ['after a review and a signature', ['reviewed', 'acted', 'signed', 'acted'], 2],
  ['as the only message, which means declined', ['acted'], 0],
  ['after a review and a decline', ['reviewed', 'acted', 'acted'], 2],
  ['not after two reviews', ['reviewed', 'acted', 'reviewed', 'acted'], null],
])('DOOR-12 whether the provider message after-action ends the signing: %s', (_what, hints, end) => {
  expect(endsAfter(hints)).toBe(end)
})
