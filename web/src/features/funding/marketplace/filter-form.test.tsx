import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type MarketplaceFilter, noFilter } from './filter.ts'
import { FilterForm } from './filter-form.tsx'

const loanTypes = {
  list: [
    { loanTypeId: 1, name: 'Modal Kerja', status: 'ACTIVE' },
    { loanTypeId: 2, name: 'Talangan', status: 'INACTIVE' },
  ],
}

const nothing = () => undefined
const more = { id: 'more', isOpen: false, toggle: nothing, prefetch: nothing, opened: null }

/** Renders the form in its initial state; without loan types, the call for them is still pending. */
function draw(filter: MarketplaceFilter, types: object | null = loanTypes): string {
  const client = new QueryClient()
  if (types !== null) client.setQueryData(['loan-types'], types)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FilterForm filter={filter} onSubmit={() => undefined} more={more} />
    </QueryClientProvider>,
  )
}

test('MKT-02 the marketplace filter appears when the loan types have loaded', () => {
  expect(draw(noFilter, null)).not.toContain('<form')
  expect(draw(noFilter)).toContain('<form')
})

test('MKT-02 an empty marketplace filter has no count', () => {
  expect(draw(noFilter)).not.toContain('aktif')
})

test('MKT-02 SCN-14 the marketplace filter is filled in from the URL, and counts the filters that have no field', () => {
  const html = draw({ ...noFilter, tenor: 12, loanTypeIds: [1], grades: ['A'], notMine: true })
  expect(html).toContain('value="12"')
  expect(html).toContain('Modal Kerja')
  expect(html).toMatch(/2(?:<\/span>)?<span class="sr-only"> aktif/)
})
