import { expect, test } from 'vitest'
import { readSigningRequest } from './signing-request.ts'

test('FND-05 the signing screen receives document, signer and page from the response of the funding call', () => {
  const state = { docToken: 'doc-1', digiSignId: 'signer-9', signCoordinatePage: 4 }
  expect(readSigningRequest(state, 'own')).toEqual(state)
})

test('FND-05 on the signing screen the signer defaults to the lender, and the page to the choice of the server', () => {
  expect(readSigningRequest({ docToken: 'doc-1', signCoordinatePage: null }, 'own')).toEqual({
    docToken: 'doc-1',
    digiSignId: 'own',
  })
})

test.each([[null], [undefined], ['doc-1'], [{}], [{ docToken: '' }], [{ docToken: 7 }]])(
  'FND-05 the signing screen rejects a request without a document: %j',
  (state) => {
    expect(readSigningRequest(state, 'own')).toBeNull()
  },
)
