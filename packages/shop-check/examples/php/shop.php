<?php

/**
 * A shop in PHP, to copy: CHECK_TOKEN=… php -S localhost:3000 shop.php
 *
 * It completes each order once, on the payer's return or on the notification, by what the gateway says of it. Orders are
 * files here, and a table of a database in your shop.
 */

declare(strict_types=1);

require __DIR__ . '/verify.php';

define('GATEWAY', getenv('GATEWAY') ?: 'http://localhost:8070');
define('MERCHANT', getenv('MERCHANT') ?: 'TESTSHOP');
define('ORDERS', getenv('ORDERS') ?: sys_get_temp_dir() . '/shop-orders');
define('SHOP', 'http://' . ($_SERVER['HTTP_HOST'] ?? 'localhost:3000'));

/** Calls the gateway. Throws if it refuses, or does not answer. */
function gateway(string $method, string $path, ?array $body = null): array
{
    $login = base64_encode('merchant.' . MERCHANT . ':' . getenv('PASSWORD'));
    $request = stream_context_create(['http' => [
        'method' => $method,
        'header' => ["Authorization: Basic $login", 'Content-Type: application/json'],
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
        'timeout' => 20,
    ]]);
    $answer = @file_get_contents(GATEWAY . '/api/rest/version/100/merchant/' . MERCHANT . $path, false, $request);
    $decoded = json_decode((string) $answer, true);
    // An order that nobody has tried to pay is not known there.
    if (!is_array($decoded) || (isset($decoded['error']) && $method !== 'GET')) {
        throw new RuntimeException($decoded['error']['explanation'] ?? 'The gateway did not answer.');
    }
    return $decoded;
}

/**
 * Changes an order, one change at a time. The function gets the order and returns it changed.
 * Returns null for an unknown order.
 */
function changeOrder(string $id, callable $change): ?array
{
    $name = ORDERS . '/' . basename($id) . '.json';
    $file = $id !== '' && is_file($name) ? fopen($name, 'r+') : false;
    if ($file === false) {
        return null;
    }
    flock($file, LOCK_EX);
    try {
        $order = $change(json_decode(stream_get_contents($file), true));
        ftruncate($file, 0);
        rewind($file);
        fwrite($file, json_encode($order));
        return $order;
    } finally {
        fclose($file);
    }
}

function findOrder(string $id): ?array
{
    return changeOrder($id, fn (array $order): array => $order);
}

function makeOrder(array $wanted): array
{
    is_dir(ORDERS) || mkdir(ORDERS, 0700, true);
    $id = 'P' . bin2hex(random_bytes(6));
    $order = ['id' => $id, 'cents' => cents($wanted['amount']), 'currency' => $wanted['currency']];
    $order += ['capture' => $wanted['capture'], 'state' => 'open', 'paid' => 0, 'refunded' => 0, 'shipped' => 0];
    $order += ['isCancelled' => false, 'session' => null];
    file_put_contents(ORDERS . "/$id.json", json_encode($order));
    return $order;
}

/** Amounts are compared as whole cents. */
function cents(float|int|string $amount): int
{
    return (int) round((float) $amount * 100);
}

function decimal(int $cents): string
{
    return number_format($cents / 100, 2, '.', '');
}

/** Starts a checkout, and returns the address of the payer's page. */
function checkout(array $order): string
{
    $answer = gateway('POST', '/session', [
        'apiOperation' => 'INITIATE_CHECKOUT',
        'interaction' => [
            'operation' => $order['capture'] === 'now' ? 'PURCHASE' : 'AUTHORIZE',
            // The order is in the address, and not in a cookie.
            'returnUrl' => SHOP . "/return?order={$order['id']}",
            'cancelUrl' => SHOP . "/return?order={$order['id']}",
            'merchant' => ['name' => 'My shop'],
        ],
        'order' => [
            // The same for every checkout of the order, so that the gateway refuses a second payment.
            'id' => $order['id'],
            'amount' => decimal($order['cents']),
            'currency' => $order['currency'],
            'notificationUrl' => SHOP . '/notify',
        ],
    ]);
    changeOrder($order['id'], fn (array $known): array => ['session' => $answer['session']['id']] + $known);
    return $answer['checkout']['url'];
}

/** Sets the order by the gateway's answer at this moment, after a return and a notification alike. */
function refresh(string $id): ?array
{
    return changeOrder($id, function (array $order): array {
        $answer = gateway('GET', "/order/{$order['id']}");
        $paid = cents($answer['totalCapturedAmount'] ?? 0);
        $refunded = cents($answer['totalRefundedAmount'] ?? 0);
        $order = ['state' => stateOf($order, $answer), 'paid' => $paid, 'refunded' => $refunded] + $order;
        if ($order['state'] === 'paid' && $order['shipped'] === 0) {
            $order['shipped'] = 1;
        }
        return $order;
    });
}

function stateOf(array $order, array $answer): string
{
    $paid = cents($answer['totalCapturedAmount'] ?? 0);
    $refunded = cents($answer['totalRefundedAmount'] ?? 0);
    if (($answer['chargeback']['amount'] ?? 0) > 0) {
        return 'disputed';
    }
    if ($refunded > 0) {
        return $refunded >= $paid ? 'refunded' : 'part-refunded';
    }
    if ($paid > 0) {
        // Money for a cancelled order, or another amount than the order's, is for the staff to decide.
        if ($order['isCancelled'] || $paid > $order['cents'] || $answer['currency'] !== $order['currency']) {
            return 'review';
        }
        return $paid < $order['cents'] ? 'part-paid' : 'paid';
    }
    if ($order['isCancelled'] || ($answer['status'] ?? '') === 'CANCELLED') {
        return 'cancelled';
    }
    if (in_array($answer['result'] ?? '', ['PENDING', 'UNKNOWN'], true)) {
        return 'pending';
    }
    return ($answer['totalAuthorizedAmount'] ?? 0) > 0 ? 'reserved' : 'open';
}

function cancelOrder(string $id): ?array
{
    $order = changeOrder($id, fn (array $order): array => ['isCancelled' => true] + $order);
    try {
        // Ends the page too, so that nobody pays a cancelled order.
        $ended = ['paymentLink' => ['expiryDateTime' => '2026-01-01T00:00:00.000Z']];
        $order === null || $order['session'] === null || gateway('PUT', "/session/{$order['session']}", $ended);
    } catch (RuntimeException) {
    }
    return refresh($id);
}

function answer(int $status, string $body = '', string $type = 'text/html; charset=utf-8'): void
{
    http_response_code($status);
    header("Content-Type: $type");
    echo $body;
}

function redirect(string $address): void
{
    header("Location: $address", true, 303);
}

/** The page that shop-check asks. Switch it off in production. */
function check(string $method, string $body): void
{
    $token = getenv('CHECK_TOKEN');
    if ($token === false || $token === '' || ($_SERVER['HTTP_AUTHORIZATION'] ?? '') !== "Bearer $token") {
        answer(403);
        return;
    }
    $asked = json_decode($body, true) ?? [];
    $id = $_GET['order'] ?? '';
    if (isset($asked['make'])) {
        $order = makeOrder($asked['make']);
        answer(200, json_encode(['order' => $order['id'], 'pay' => SHOP . "/pay?order={$order['id']}"]), 'application/json');
        return;
    }
    $order = match ($asked['act'] ?? '') {
        'cancel' => cancelOrder($id),
        'change' => changeOrder($id, fn (array $order): array => ['cents' => cents($asked['amount'])] + $order),
        default => findOrder($id),
    };
    $said = $order === null ? [] : ['state' => $order['state'], 'shipped' => $order['shipped']];
    $said += $order === null ? [] : ['paid' => decimal($order['paid']), 'refunded' => decimal($order['refunded'])];
    answer($order === null ? 404 : 200, json_encode($said), 'application/json');
}

$method = $_SERVER['REQUEST_METHOD'];
$body = (string) file_get_contents('php://input');
$order = findOrder($_GET['order'] ?? '');
switch ("$method " . strtok($_SERVER['REQUEST_URI'], '?')) {
    case 'GET /pay':
        $order === null
            ? answer(404)
            : answer(200, "<!doctype html><h1>Order {$order['id']}</h1><form method=\"post\"><button>Pay</button></form>");
        break;
    case 'POST /pay':
        if ($order === null) {
            answer(404);
            break;
        }
        redirect($order['state'] === 'open' ? checkout($order) : "/return?order={$order['id']}");
        break;
    case 'GET /return':
        try {
            $state = refresh($_GET['order'] ?? '')['state'] ?? 'unknown';
            answer(200, "<!doctype html><h1>Your order is $state.</h1>");
        } catch (RuntimeException) {
            answer(200, '<!doctype html><h1>We are waiting for the result of your payment.</h1>');
        }
        break;
    case 'POST /notify':
        try {
            verify(getallheaders(), $body, (string) getenv('NOTIFICATION_KEY'));
        } catch (UnexpectedValueException) {
            answer(401);
            break;
        }
        refresh(json_decode($body, true)['order']['id'] ?? '');
        answer(204);
        break;
    case 'GET /check':
    case 'POST /check':
        check($method, $body);
        break;
    default:
        answer(404);
}
