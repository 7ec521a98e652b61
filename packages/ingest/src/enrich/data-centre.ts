import { USER_AGENT_LENGTH_MAX } from './origin.ts'
import { cacheByText } from './text-cache.ts'

/**
 * Programs that run on servers, by words of their user agents. Libraries that apps on phones use as well (`okhttp`,
 * `CFNetwork`, `Dart`) are not among them, and neither are browsers without a screen: they are evidence of automation.
 */
const PROGRAMS: readonly (readonly [kind: string, patterns: readonly string[]])[] = [
  [
    'HTTP libraries',
    [
      'python-requests',
      'python-httpx',
      'Python-urllib',
      'aiohttp',
      'urllib3',
      'PycURL',
      'Scrapy',
      'Go-http-client',
      'colly',
      'fasthttp',
      'axios/',
      'node-fetch',
      'node-superagent',
      'undici',
      '^node$',
      '^Deno/',
      '^Bun/',
      '^Java/',
      'Apache-HttpClient',
      'Jakarta Commons-HttpClient',
      'ReactorNetty',
      'RestSharp',
      'GuzzleHttp',
      'libwww-perl',
      'Mechanize',
      '^Faraday',
      '^Ruby$',
      'reqwest/',
      '^ureq/',
      '^hyper/',
    ],
  ],
  ['commands', ['^curl/', '^Wget/', '^HTTPie/', 'PostmanRuntime', '^insomnia/', '^k6/', 'ApacheBench']],
  [
    'services of cloud providers',
    [
      'Amazon CloudFront',
      'AmazonAPIGateway',
      'Amazon-Route53-Health-Check',
      'ELB-HealthChecker',
      'aws-sdk-',
      '^Boto3/',
      'AppEngine-Google',
      'Google-Cloud-',
      'GoogleHC/',
      'azsdk-',
      'Azure-Functions',
      'kube-probe',
      'Cloudflare-Workers',
      'Vercel Edge Functions',
      'vercel-screenshot',
    ],
  ],
]

const PATTERN = new RegExp(PROGRAMS.flatMap(([, patterns]) => patterns.map(escaped)).join('|'), 'i')
/** About ten thousand typical user agents. */
const CACHE_BYTES_MAX = 4 * 1024 ** 2

const matches = cacheByText(CACHE_BYTES_MAX, (userAgent) => PATTERN.test(userAgent))

/** Whether a user agent is that of a program on a server. */
export function isDataCentre(userAgent: string): boolean {
  return matches(userAgent.slice(0, USER_AGENT_LENGTH_MAX))
}

/** `^` at the start and `$` at the end keep their meaning. */
function escaped(pattern: string): string {
  return pattern.replace(/[.*+?(){}|[\]\\/-]/g, '\\$&')
}
