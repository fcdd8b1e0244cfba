import { type HydrationState, matchRoutes, type RouteObject } from 'react-router-dom'

/**
 * Returns the router’s first data where the server has rendered the page: the address’s routes with their code loaded, and
 * their loaders’ answers. So the first drawing is the one that the HTML was made of. Guards are not run: the HTML is only
 * sent to those who may see it. Undefined where there is no such page: then nothing is taken over.
 */
export async function hydrationData(routes: RouteObject[]): Promise<HydrationState | undefined> {
  nameRoutes(routes)
  const loaderData: Record<string, unknown> = {}
  try {
    for (const { route, params } of matchRoutes(routes, location) ?? []) {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
      const { id = '', loader } = route
      const context = { params, request: new Request(location.href) } as unknown as Parameters<
        Extract<typeof loader, Function>
      >[0]
      loaderData[id] = typeof loader === 'function' ? await loader(context, undefined) : null
    }
    return { loaderData }
  } catch (error) {
    console.warn('The server’s page can’t be hydrated, so it is rendered again:', error)
    return undefined
  }
}

/** Gives every route the id that the router would give it. */
function nameRoutes(routes: RouteObject[], above: readonly number[] = []): void {
  routes.forEach((route, at) => {
    const place = [...above, at]
    route.id ??= place.join('-')
    if (route.children) nameRoutes(route.children, place)
  })
}
