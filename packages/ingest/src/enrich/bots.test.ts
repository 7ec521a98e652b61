import { describe, expect, it } from 'vitest'
import { classifyCrawler } from './bots.ts'

describe('classifying crawlers', () => {
  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', 'search'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot',
      'ai_training',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
      'ChatGPT-User',
      'ai_assistant',
    ],
    ['Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)', 'OAI-SearchBot', 'search'],
    ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ClaudeBot', 'ai_training'],
    ['Mozilla/5.0 (compatible; Applebot-Extended/0.1)', 'Applebot-Extended', 'ai_training'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-SearchBot/0.1) Chrome/120.0.0.0 Safari/537.36',
      'Amzn-SearchBot',
      'search',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amzn-User/0.1) Chrome/120.0.0.0 Safari/537.36',
      'Amzn-User',
      'ai_assistant',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1) Chrome/120.0.0.0 Safari/537.36',
      'Amazonbot',
      'ai_training',
    ],
    [
      'meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      'Meta-WebIndexer',
      'search',
    ],
    [
      'meta-externalads/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      'Meta-ExternalAds',
      'other',
    ],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-Agent; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent) Chrome/138.0.0.0 Safari/537.36',
      'Google-Agent',
      'ai_assistant',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-gemininotebook)',
      'Google-GeminiNotebook',
      'ai_assistant',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0 Safari/537.36; Devin/1.0; +devin.ai', 'Devin', 'ai_assistant'],
    ['Mozilla/5.0 (compatible; LinkupBot/1.0; LinkupBot for web indexing)', 'LinkupBot', 'search'],
    ['Mozilla/5.0 (compatible; TavilyBot/1.0)', 'TavilyBot', 'ai_assistant'],
    ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'UptimeRobot', 'monitoring'],
    ['HetrixTools Uptime Monitoring Bot. https://hetrix.tools/uptime-monitoring-bot.html', 'HetrixTools', 'monitoring'],
    ['curl/8.5.0', 'curl', 'other'],
    ['my-own-crawler-bot/0.1', 'Unlisted bot', 'other'],
  ])('returns name and purpose: %s', (userAgent, crawler, purpose) => {
    expect(classifyCrawler(userAgent)).toEqual({ crawler, purpose })
  })

  it.each([
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15; CPH2557; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.142 Mobile Safari/537.36 Instagram 406.0.0.58.159 Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 [FBAN/EMA;FBLC/en_US;FBAV/420.0.0.9.108;FBMF/Google;FBBD/google;FBPN/com.facebook.lite;FBDV/Pixel 8;]',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 338.0.0.0.1 Android (34/14; 420dpi; 1080x2400; Google; Pixel 8)',
    'Mozilla/5.0 (Linux; Android 13; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    '',
  ])('does not classify a browser as a crawler: %s', (userAgent) => {
    expect(classifyCrawler(userAgent)).toBeUndefined()
  })
})
