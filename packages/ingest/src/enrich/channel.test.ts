import { describe, expect, it } from 'vitest'
import { attribute } from './channel.ts'

function arrive(query: string, referrer?: string, excludedParams: string[] = []) {
  return attribute({ query: new URLSearchParams(query), referrer, ownHostnames: ['www.shop.example'], excludedParams })
}

describe('attribution', () => {
  it.each([
    ['', undefined, 'Direct', ''],
    ['', 'https://shop.example/cart', 'Direct', ''],
    ['', 'https://shop.example./cart', 'Direct', ''],
    ['', 'https://www.google.de/search?q=x', 'Organic Search', 'Google'],
    ['', 'https://www.google.co.uk/', 'Organic Search', 'Google'],
    ['', 'https://google.example.com/', 'Referral', 'google.example.com'],
    ['', 'https://mail.google.com/mail/u/0', 'Email', 'Gmail'],
    ['', 'https://gemini.google.com/app', 'AI Assistants', 'Gemini'],
    ['', 'https://chatgpt.com/', 'AI Assistants', 'ChatGPT'],
    ['utm_source=chatgpt.com', undefined, 'AI Assistants', 'ChatGPT'],
    ['', 'https://l.facebook.com/l.php', 'Organic Social', 'Facebook'],
    ['', 'https://t.co/abc', 'Organic Social', 'X'],
    ['', 'https://www.youtube.com/watch?v=1', 'Organic Video', 'YouTube'],
    ['', 'android-app://com.google.android.gm/', 'Email', 'Gmail'],
    ['', 'https://blog.example.org/post', 'Referral', 'blog.example.org'],
    ['', 'not a url', 'Direct', ''],
    ['gclid=abc', 'https://www.google.com/', 'Paid Search', 'Google'],
    ['gclid=abc', undefined, 'Paid Search', 'Google'],
    ['msclkid=abc', 'https://www.bing.com/', 'Paid Search', 'Bing'],
    ['ttclid=abc', undefined, 'Paid Social', 'TikTok'],
    ['fbclid=abc', undefined, 'Organic Social', 'Facebook'],
    ['utm_source=facebook&utm_medium=paid_social', undefined, 'Paid Social', 'Facebook'],
    ['utm_source=google&utm_medium=cpc', undefined, 'Paid Search', 'Google'],
    ['utm_source=adwords', undefined, 'Paid Search', 'Google'],
    ['utm_source=Google_Ads', undefined, 'Paid Search', 'Google'],
    ['utm_source=fb-ads', undefined, 'Paid Social', 'Facebook'],
    ['utm_source=facebookads', undefined, 'Paid Social', 'Facebook'],
    ['utm_source=youtube ads', undefined, 'Paid Video', 'YouTube'],
    ['utm_source=threads', undefined, 'Organic Social', 'Threads'],
    ['utm_source=downloads', undefined, 'Referral', 'downloads'],
    ['utm_source=news-site&utm_medium=cpc', undefined, 'Paid Other', 'news-site'],
    ['utm_source=youtube&utm_medium=cpv&utm_campaign=x', undefined, 'Paid Video', 'YouTube'],
    ['utm_source=news&utm_medium=banner', undefined, 'Display', 'news'],
    ['utm_source=july&utm_medium=email', undefined, 'Email', 'july'],
    ['utm_source=newsletter', undefined, 'Email', 'newsletter'],
    ['utm_medium=affiliate&utm_source=partner', undefined, 'Affiliates', 'partner'],
    ['utm_source=google&utm_campaign=summer-shopping', undefined, 'Organic Shopping', 'Google'],
    ['utm_source=google&utm_medium=cpc&utm_campaign=summer-shopping', undefined, 'Paid Shopping', 'Google'],
    ['utm_campaign=cross-network&utm_source=google', undefined, 'Cross-network', 'Google'],
    ['utm_source=onesignal&utm_medium=push', undefined, 'Push Notifications', 'onesignal'],
    ['ref=producthunt', undefined, 'Organic Social', 'Product Hunt'],
    ['source=somewhere', 'https://www.google.com/', 'Referral', 'somewhere'],
  ])('attributes ?%s with referrer %s to channel %s and source %s', (query, referrer, channel, source) => {
    expect(arrive(query, referrer)).toMatchObject({ channel, source })
  })

  it('keeps the referring page without its query', () => {
    expect(arrive('', 'https://www.blog.example.org/post?token=secret#x').referrer).toBe('blog.example.org/post')
    expect(arrive('', 'https://blog.example.org/').referrer).toBe('blog.example.org')
    expect(arrive('', 'https://www.shop.example/cart').referrer).toBe('')
  })

  it('keeps campaign parameters, truncated to a maximum length', () => {
    const { utm_campaign, utm_term } = arrive(`utm_campaign=Summer&utm_term=${'x'.repeat(1000)}`)
    expect(utm_campaign).toBe('Summer')
    expect(utm_term).toHaveLength(255)
  })

  it('ignores parameters that the product excludes', () => {
    expect(arrive('ref=producthunt&gclid=1', undefined, ['REF', 'gclid'])).toMatchObject({
      channel: 'Direct',
      source: '',
    })
  })
})
