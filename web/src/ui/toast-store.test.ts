import { beforeEach, expect, test } from 'vitest'
import { closeToast, currentToast, toast, toastDuration } from './toast-store.ts'

beforeEach(() => {
  for (let shown = currentToast(); shown; shown = currentToast()) closeToast(shown.id)
})

test('SCN-05 a toast replaces an older one of the same action, whether it is shown or waits', () => {
  toast.error('gagal', { about: 'password' })
  toast.success('berhasil', { about: 'password' })
  expect(currentToast()).toMatchObject({ kind: 'success', text: 'berhasil' })
  toast.info('lain')
  toast.error('gagal', { about: 'session' })
  toast.info('lagi')
  expect(currentToast()).toMatchObject({ text: 'gagal' })
  toast.success('diakhiri', { about: 'session' })
  expect(currentToast()).toMatchObject({ text: 'diakhiri' })
  const texts: string[] = []
  for (let shown = currentToast(); shown; shown = currentToast()) {
    texts.push(shown.text)
    closeToast(shown.id)
  }
  expect(texts).toEqual(['diakhiri', 'lain', 'lagi'])
})

test('NAV-09 toasts are shown one at a time for 6000 ms each', () => {
  expect(toastDuration).toBe(6000)
  toast.info('satu')
  toast.success('dua')
  const first = currentToast()
  expect(first).toMatchObject({ kind: 'info', text: 'satu' })
  closeToast(first?.id ?? 0)
  expect(currentToast()).toMatchObject({ kind: 'success', text: 'dua' })
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})

test('NAV-09 SCR-08 a toast with the same message restarts and is not queued again', () => {
  toast.info('sama')
  const first = currentToast()
  toast.info('sama')
  expect(currentToast()).toMatchObject({ text: 'sama' })
  expect(currentToast()?.id).not.toBe(first?.id)
  toast.info('lain')
  toast.info('lain')
  closeToast(currentToast()?.id ?? 0)
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})

test('SCR-08 an error toast replaces a shown success, and a second error waits for the first', () => {
  toast.success('berhasil')
  toast.error('gagal')
  toast.error('gagal lagi')
  expect(currentToast()).toMatchObject({ kind: 'error', text: 'gagal' })
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toMatchObject({ kind: 'error', text: 'gagal lagi' })
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})

test('ERR-03 an urgent toast replaces the shown and the queued ones', () => {
  toast.info('satu')
  toast.info('dua')
  toast.warning('sesi berakhir', { now: true })
  expect(currentToast()).toMatchObject({ kind: 'warning', text: 'sesi berakhir' })
  closeToast(currentToast()?.id ?? 0)
  expect(currentToast()).toBeNull()
})
