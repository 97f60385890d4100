import { expect, test } from 'vitest'
import { canSign, documentsOf, isPrepared } from './documents.ts'

const waiting = {
  isSigned: false,
  dgsignType: 'PRIVY',
  docTokenUrl: 'token-1',
  lenderAgreementUrl: null,
  lenderAgreementFile: null,
  xignaturePpUrl: null,
  xignaturePpfpUrl: null,
  factsheetUrl: null,
}
const signed = { ...waiting, isSigned: true, docTokenUrl: null, lenderAgreementUrl: '/documents/1' }
const xignature = {
  ...waiting,
  dgsignType: 'XIGNATURE',
  xignaturePpUrl: '/documents/2',
  xignaturePpfpUrl: '/documents/3',
}

test('POR-06 an unsigned agreement is signed, not read', () => {
  expect(canSign(waiting)).toBe(true)
  expect(documentsOf({ ...waiting, lenderAgreementFile: '/documents/draft' })).toEqual([])
})

test('POR-06 a signed agreement is read, not signed', () => {
  expect(canSign(signed)).toBe(false)
  expect(documentsOf(signed)).toEqual([{ kind: 'agreement', label: 'Perjanjian', url: '/documents/1' }])
  expect(documentsOf({ ...signed, lenderAgreementUrl: null, lenderAgreementFile: '/documents/4' })).toEqual([
    { kind: 'agreement', label: 'Perjanjian', url: '/documents/4' },
  ])
})

test('POR-06 XIGNATURE never opens the signing page and offers both files', () => {
  expect(canSign(xignature)).toBe(false)
  expect(documentsOf(xignature).map(({ url }) => url)).toEqual(['/documents/2', '/documents/3'])
})

test('POR-05 the factsheet is offered only where there is one', () => {
  expect(documentsOf({ ...signed, factsheetUrl: '/documents/9' }).map(({ label }) => label)).toEqual([
    'Perjanjian',
    'Factsheet',
  ])
  expect(documentsOf(waiting)).toEqual([])
})

test('POR-06 an agreement whose file is still being written is told, and no longer once it is there', () => {
  const consented = { ...xignature, isSigned: true, docTokenUrl: null, statusName: 'FUNDED' as const }
  expect(isPrepared({ ...consented, xignaturePpUrl: null, xignaturePpfpUrl: null })).toBe(true)
  expect(isPrepared(consented)).toBe(false)
  expect(isPrepared({ ...waiting, statusName: 'FUNDED' })).toBe(false)
  expect(
    isPrepared({ ...signed, lenderAgreementUrl: null, factsheetUrl: '/documents/9', statusName: 'FUNDED' }),
  ).toBe(true)
  // What ended without a file, e.g. money given back, waits for none.
  expect(isPrepared({ ...signed, lenderAgreementUrl: null, statusName: 'REFUNDED' })).toBe(false)
})
