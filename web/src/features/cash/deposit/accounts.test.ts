import type { InstitutionProfile } from '@pematang/contract/lenders/profile/endpoints'
import { expect, test } from 'vitest'
import { accountsOf, groupsOf } from './accounts.ts'

const account = (methodPayment: number, vaNumber: string) => ({
  vaBankCode: '009',
  vaName: 'PT Lumbung Contoh',
  vaNumber,
  vaBank: 'BNI',
  methodPayment,
})
const company: InstitutionProfile = {
  companyName: 'PT Lumbung Contoh',
  companyEmail: 'kas@lumbung.example',
  picFullname: 'Sri Lestari',
  phoneNumberPic: '81200000001',
  accountType: 'VIRTUAL_ACCOUNT',
  dataAccountBalance: null,
  dataAccountBalanceIM: null,
}
const first = account(1, '988000012345678')
const second = account(2, '700000000000001')

test('DEP-01 the deposit screen shows up to two virtual accounts, only those with a number', () => {
  expect(accountsOf(company)).toEqual([])
  expect(accountsOf({ ...company, dataAccountBalance: first })).toEqual([first])
  expect(accountsOf({ ...company, dataAccountBalanceIM: second })).toEqual([second])
  expect(accountsOf({ ...company, dataAccountBalance: first, dataAccountBalanceIM: second })).toEqual([
    first,
    second,
  ])
  expect(
    accountsOf({ ...company, dataAccountBalance: account(1, ''), dataAccountBalanceIM: account(2, '  ') }),
  ).toEqual([])
})

test('DEP-01 a virtual account number of 15 digits is shown in four groups without losing a digit', () => {
  expect(groupsOf('988000012345678')).toEqual(['988', '0000', '1234', '5678'])
  for (const number of ['1', '1234', '12345', '123456789012345']) {
    expect(groupsOf(number).join('')).toBe(number)
  }
})

test('SCR-14 the deposit screen shows the virtual account of a person only while it is open', () => {
  const bni = account(1, '988000012345678')
  const person = { accountType: 'VIRTUAL_ACCOUNT', dataAccountBalance: bni, dataAccountBalanceIM: null }
  expect(accountsOf(person)).toEqual([bni])
  expect(accountsOf({ ...person, accountType: null })).toEqual([])
})
