const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A command that sends a pageview like a browser. */
export function testEvent(product: string, hostname: string): string {
  const event = JSON.stringify({ product, name: 'pageview', url: `https://${hostname}/` })
  return [
    `curl ${location.origin}/api/event`,
    `-A '${BROWSER}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${event}'`,
  ].join(' \\\n  ')
}
