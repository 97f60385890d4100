import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const drawn = (element: ReactNode) => renderToStaticMarkup(element)
const Frame = ({ children }: { children: ReactNode }) => (
  <button type="button">
    {null}
    {children}
  </button>
)
const count: number = 3
const isShown = count > 2

test('SCN-01 a text beside an element is in an element of its own', () => {
  expect(drawn(<p>Saldo {isShown && <b>Rp3</b>} hari ini</p>)).toBe(
    '<p><span>Saldo </span><b>Rp3</b><span> hari ini</span></p>',
  )
})

test('SCN-01 texts beside each other are one, without an element where nothing else is there', () => {
  expect(
    drawn(
      <p>
        {isShown ? 'sekitar ' : ''}
        {count} pinjaman
      </p>,
    ),
  ).toBe('<p>sekitar 3 pinjaman</p>')
  expect(
    drawn(
      <p>
        {count} dari {count} <b>pinjaman</b>
      </p>,
    ),
  ).toBe('<p><span>3 dari 3 </span><b>pinjaman</b></p>')
})

test('SCN-01 a child keeps its place when a text before it joins another', () => {
  const places = (children: ReactNode[]) =>
    children.map((child) => (child === null ? 'nothing' : typeof child))
  const { children } = (
    <p>
      {isShown ? 'a' : <i />}b{<b />}
    </p>
  ).props as { children: ReactNode[] }
  expect(places(children)).toEqual(['object', 'nothing', 'object'])
})

test('SCN-01 texts that go through a component or a fragment are in elements of their own', () => {
  expect(drawn(<Frame>Ubah {count}</Frame>)).toBe('<button type="button">Ubah 3</button>')
  expect(
    drawn(
      <p>
        <i />
        <>{count} hari</>
      </p>,
    ),
  ).toBe('<p><i></i><span>3 hari</span></p>')
  expect(
    drawn(
      <p>
        <i />
        <>hari</>
      </p>,
    ),
  ).toBe('<p><i></i><span>hari</span></p>')
})

test('SCN-01 an option, and a text that is blank, get no element', () => {
  expect(drawn(<option>{count} bulan</option>)).toBe('<option>3 bulan</option>')
  expect(
    drawn(
      <p>
        <i /> <b />
      </p>,
    ),
  ).toBe('<p><i></i> <b></b></p>')
})
