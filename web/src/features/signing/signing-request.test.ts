import { expect, test } from 'vitest'
import { readSigningRequest } from './signing-request.ts'

test('FND-05 what the funding call answered reaches the signing screen', () => {
  const state = { docToken: 'doc-1', digiSignId: 'signer-9', signCoordinatePage: 4 }
  expect(readSigningRequest(state, 'own')).toEqual(state)
})

test('FND-05 without a signer it is the lender, without a page the server decides', () => {
  expect(readSigningRequest({ docToken: 'doc-1', signCoordinatePage: null }, 'own')).toEqual({
    docToken: 'doc-1',
    digiSignId: 'own',
  })
})

test.each([[null], [undefined], ['doc-1'], [{}], [{ docToken: '' }], [{ docToken: 7 }]])(
  'FND-05 without a document there is nothing to sign: %j',
  (state) => {
    expect(readSigningRequest(state, 'own')).toBeNull()
  },
)
