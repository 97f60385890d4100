import { beforeEach, expect, test } from 'vitest'
import { closeToast, currentToast, toast, toastDuration } from './toast-store.ts'

beforeEach(() => {
  for (let shown = currentToast(); shown; shown = currentToast()) closeToast(shown.id)
})

test('NAV-09 one toast at a time, each 6000 ms; the next comes when the first has closed', () => {
  expect(toastDuration).toBe(6000)
  toast.info('satu')
  toast.error('dua')
  const first = currentToast()
  expect(first).toMatchObject({ kind: 'info', text: 'satu' })
  closeToast(first?.id ?? 0)
  expect(currentToast()).toMatchObject({ kind: 'error', text: 'dua' })
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})

test('NAV-09 the same sentence does not queue twice', () => {
  toast.info('sama')
  toast.info('sama')
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})

test('ERR-03 what must not be missed replaces whatever is shown or waits', () => {
  toast.info('satu')
  toast.info('dua')
  toast.warning('sesi berakhir', { now: true })
  expect(currentToast()).toMatchObject({ kind: 'warning', text: 'sesi berakhir' })
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})
