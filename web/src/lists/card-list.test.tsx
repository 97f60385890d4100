import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CardList } from './card-list.tsx'

const query = {
  error: null,
  dataUpdatedAt: 0,
  hasNextPage: false,
  isFetching: false,
  fetchNextPage: () => {},
}

test.each([
  [1_250, '1 dari 1.250 pinjaman ditampilkan'],
  ['sekitar 2 juta', '1 dari sekitar 2 juta pinjaman ditampilkan'],
])('FMT-01 a screen reader hears the count of a list in the Indonesian format: %s', (total, sentence) => {
  const drawn = renderToStaticMarkup(
    <CardList
      query={query}
      items={['PMT-1']}
      keyOf={(item) => item}
      total={total}
      what="pinjaman"
      renderItem={(item) => item}
      skeleton={null}
      estimate={100}
    />,
  )
  expect(drawn).toContain(sentence)
})
