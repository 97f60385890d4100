import { expect, test } from 'vitest'
import { canSign, documentsOf, isBeingCancelled, isPrepared } from './documents.ts'

const waiting = {
  isSigned: false,
  dgsignType: 'PRIVY',
  docTokenUrl: 'token-1',
  lenderAgreementUrl: null,
  lenderAgreementFile: null,
  xignaturePpUrl: null,
  xignaturePpfpUrl: null,
  factsheetUrl: null,
  addendumUrl: null,
  transferUrl: null,
}
const signed = { ...waiting, isSigned: true, docTokenUrl: null, lenderAgreementUrl: '/documents/1' }
const xignature = {
  ...waiting,
  dgsignType: 'XIGNATURE',
  xignaturePpUrl: '/documents/2',
  xignaturePpfpUrl: '/documents/3',
}

test('POR-06 an unsigned agreement can be signed and offers no file', () => {
  expect(canSign(waiting)).toBe(true)
  expect(documentsOf({ ...waiting, lenderAgreementFile: '/documents/draft' })).toEqual([])
})

test('POR-06 a signed agreement can be opened but not signed', () => {
  expect(canSign(signed)).toBe(false)
  expect(documentsOf(signed)).toEqual([{ kind: 'agreement', label: 'Perjanjian', url: '/documents/1' }])
  expect(documentsOf({ ...signed, lenderAgreementUrl: null, lenderAgreementFile: '/documents/4' })).toEqual([
    { kind: 'agreement', label: 'Perjanjian', url: '/documents/4' },
  ])
})

test('POR-06 an XIGNATURE agreement offers both files and no signing page', () => {
  expect(canSign(xignature)).toBe(false)
  expect(documentsOf(xignature).map(({ url }) => url)).toEqual(['/documents/2', '/documents/3'])
})

test('FIX-03 both agreement files are offered for every provider, before the signature in their unsigned form', () => {
  const both = { xignaturePpUrl: '/documents/1', xignaturePpfpUrl: '/documents/5' }
  expect(documentsOf({ ...signed, ...both })).toEqual([
    { kind: 'agreement', label: 'Perjanjian Pendanaan', url: '/documents/1' },
    { kind: 'agreement', label: 'Perjanjian Fasilitas Pendanaan', url: '/documents/5' },
  ])
  expect(documentsOf({ ...waiting, ...both }).map(({ url }) => url)).toEqual(['/documents/1', '/documents/5'])
  expect(canSign({ ...waiting, ...both })).toBe(true)
})

test('FIX-07 a loan cancelled before the signature cannot be signed and shows why', () => {
  const cancelled = { ...waiting, docTokenUrl: null }
  expect([canSign(cancelled), isBeingCancelled(cancelled)]).toEqual([false, true])
  expect([isBeingCancelled(waiting), isBeingCancelled(signed)]).toEqual([false, false])
})

test('POR-05 the portfolio offers the factsheet of a loan only if there is one', () => {
  expect(documentsOf({ ...signed, factsheetUrl: '/documents/9' }).map(({ label }) => label)).toEqual([
    'Perjanjian',
    'Factsheet',
  ])
  expect(documentsOf(waiting)).toEqual([])
})

test('POR-06 an agreement file is shown as pending until it is available', () => {
  const here = { statusName: 'FUNDED' as const, isTakenOver: false }
  const consented = { ...xignature, isSigned: true, docTokenUrl: null, ...here }
  expect(isPrepared({ ...consented, xignaturePpUrl: null, xignaturePpfpUrl: null })).toBe(true)
  expect(isPrepared(consented)).toBe(false)
  expect(isPrepared({ ...waiting, ...here })).toBe(false)
  expect(isPrepared({ ...signed, ...here, lenderAgreementUrl: null, factsheetUrl: '/documents/9' })).toBe(
    true,
  )
  // A funding that ended without a file, e.g. refunded money, is not waiting for one.
  expect(isPrepared({ ...signed, ...here, lenderAgreementUrl: null, statusName: 'REFUNDED' })).toBe(false)
})

test('POR-05 the agreement of a loan that was taken over is not shown as pending, because it has no file here', () => {
  const takenOver = { ...signed, lenderAgreementUrl: null, statusName: 'FUNDED' as const, isTakenOver: true }
  expect(documentsOf(takenOver)).toEqual([])
  expect(isPrepared(takenOver)).toBe(false)
})

test('VOTE-07 the portfolio offers the addendum on which the lenders voted beside the agreements', () => {
  expect(documentsOf({ ...signed, addendumUrl: '/documents/8' })).toEqual([
    { kind: 'agreement', label: 'Perjanjian', url: '/documents/1' },
    { kind: 'addendum', label: 'Addendum', url: '/documents/8' },
  ])
})

test('OPS-04 the portfolio offers the addendum of a transfer, also to a new holder who has no agreement here', () => {
  const received = { ...signed, lenderAgreementUrl: null, transferUrl: '/documents/7' }
  expect(documentsOf(received)).toEqual([
    { kind: 'transfer', label: 'Addendum Pengalihan', url: '/documents/7' },
  ])
})
