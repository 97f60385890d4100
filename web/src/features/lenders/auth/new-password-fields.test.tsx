import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NewPasswordFields } from './new-password-fields.tsx'

/** Renders the fields as they first appear. */
const draw = (password: string, confirmation = '', refusal: string | null = null) =>
  renderToStaticMarkup(
    <NewPasswordFields value={{ password, confirmation }} refusal={refusal} onChange={() => undefined} />,
  )

test.each([
  ['', []],
  ['a', ['Huruf kecil']],
  ['aA1', ['Huruf besar', 'Huruf kecil', 'Angka']],
  ['Terasering2027', ['8 sampai 99 karakter', 'Huruf besar', 'Huruf kecil', 'Angka']],
  ['a'.repeat(100), ['Huruf kecil']],
])('PWD-01 for the password %j the form ticks off the rules %j', (password, met) => {
  const html = draw(password)
  const ticked = [...html.matchAll(/text-ok">.*?<\/svg><\/span>(?:<span>)?([^<]+)/g)].map(
    ([, words]) => words,
  )
  expect(ticked).toEqual(met)
})

test('PWD-01 a password field that is still being typed in shows no error', () => {
  expect(draw('a')).not.toContain('aria-invalid="true"')
})

test('PWD-02 the password confirmation shows an error as soon as it can no longer match', () => {
  expect(draw('Terasering2027', 'Teras')).not.toContain('aria-invalid="true"')
  expect(draw('Terasering2027', 'Teraz')).toContain('aria-invalid="true"')
})

test('PWD-02 the server’s refusal of a new password replaces the list of password rules', () => {
  const html = draw('Terasering2027', 'Terasering2027', 'Kata sandi ini pernah dipakai')
  expect(html).toContain('Kata sandi ini pernah dipakai')
  expect(html).not.toContain('Huruf besar')
})
