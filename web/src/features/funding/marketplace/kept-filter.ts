import { useEffect, useState } from 'react'
import { type Location, useNavigate, useNavigationType } from 'react-router'
import { paths, withQuery } from '../../../paths.ts'
import { tabStore } from '../../../session/storage.ts'
import { filterQuery, isSearch, type MarketplaceFilter, readFilter } from './filter.ts'

const keyOf = (userId: number) => `marketplace-filter-${userId}`

/**
 * The filter in the URL. A lender who returns to the marketplace by a link without a filter (the navigation, the end of
 * a funding) gets the previous one, as long as the tab and the session last. Back, a reload and a typed address use
 * their URL.
 */
export function useKeptFilter(userId: number, { key, search }: Location): MarketplaceFilter {
  const arrivedBy = useNavigationType()
  const navigate = useNavigate()
  const shown = readFilter(new URLSearchParams(search))
  const [arrival] = useState({
    key,
    kept: arrivedBy === 'POP' || isSearch(shown) ? null : tabStore().getItem(keyOf(userId)),
  })
  // Used until the URL is updated, so that the unfiltered list is not loaded first.
  const restored = arrival.key === key ? arrival.kept : null
  const filter = restored === null ? shown : readFilter(new URLSearchParams(restored))
  const text = withQuery('', filterQuery(filter))

  useEffect(() => {
    if (restored === null) return
    const whole = new URLSearchParams(search)
    for (const [name, value] of new URLSearchParams(restored)) whole.set(name, value)
    void navigate({ pathname: paths.marketplace, search: whole.toString() }, { replace: true })
  }, [restored, search, navigate])
  useEffect(() => {
    if (text === '') tabStore().removeItem(keyOf(userId))
    else tabStore().setItem(keyOf(userId), text)
  }, [userId, text])
  return filter
}
